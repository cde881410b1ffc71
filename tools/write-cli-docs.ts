import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { commands } from "../src/cli/commands/index.ts";
import { cliPage } from "./cli-docs/cli-page.ts";
import { readSchemas, toDocument } from "./cli-docs/cli-schema.ts";
import { schemaText } from "./make-agent-schema.ts";

/*
 * Writes docs/cli.md and schema/cli.schema.json from the commands:
 *
 *   node tools/write-cli-docs.ts
 */

/** The files and their content. */
export async function cliDocs(): Promise<ReadonlyMap<string, string>> {
	const schemas = await readSchemas(commands);
	return new Map([
		["docs/cli.md", cliPage(schemas)],
		["schema/cli.schema.json", schemaText(toDocument(schemas))],
	]);
}

if (import.meta.main) {
	for (const [path, text] of await cliDocs()) {
		writeFileSync(fileURLToPath(new URL(`../${path}`, import.meta.url)), text);
		console.log(`Wrote ${path}`);
	}
}
