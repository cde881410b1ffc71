import { fileURLToPath } from "node:url";
import { checkFile } from "./prose/check-file.ts";
import { listFiles } from "./prose/list-files.ts";

/*
 * Checks the words that people read against the forms of prose/banned-forms.ts: docs, comments, messages, CLI texts
 * and console strings. docs/style.md has the rules.
 */
if (import.meta.main) {
	let count = 0;
	for (const file of listFiles(fileURLToPath(new URL("..", import.meta.url)))) {
		for (const { line, text } of checkFile(file)) {
			console.error(`${file.path}:${line}: ${text}`);
			count++;
		}
	}
	if (count > 0) {
		console.error(`${count} to rewrite. docs/style.md has the rules, and how to exempt a line.`);
		process.exitCode = 1;
	} else console.log("The prose is plain.");
}
