import { readFileSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { type FieldPath, fieldName } from "../agent/describe-issues.ts";
import { fileIssue, type ManifestIssue, manifestError } from "../agent/manifest/manifest-error.ts";
import { readYaml, type YamlFlaw } from "../agent/manifest/read-yaml.ts";
import { HoldfastError, parse } from "../error/index.ts";
import { checkConfig } from "./check-config.ts";
import type { Config } from "./config.ts";
import { configPath } from "./config-schema.ts";

const MAX_BYTES = 1_048_576;

export interface ConfigFile {
	readonly config: Config;
	/** Creates an issue about a field, with its position in the file. */
	issue(path: FieldPath, message: string): ManifestIssue;
}

/** Reads a configuration. All problems are one error, with one line each: file, line and field. */
export async function readConfigFile(given: string): Promise<ConfigFile> {
	const file = parse(configPath, given, "path");
	const text = readText(file);
	const { value, place, flaws } = await readYaml(text, "configuration");
	if (flaws.length > 0)
		throw manifestError(explain(flaws, text).map((flaw) => ({ file, field: "", ...flaw })));
	const issue = (path: FieldPath, message: string): ManifestIssue => ({
		file,
		...place(path),
		field: fieldName(path),
		message,
	});
	const checked = checkConfig(value, resolve(dirname(file)));
	if ("config" in checked) return { config: checked.config, issue };
	const issues = checked.problems.map(({ path, message }) => issue(path, message));
	throw manifestError(issues.sort((a, b) => a.line - b.line || a.column - b.column));
}

function readText(file: string): string {
	const found = statSync(file, { throwIfNoEntry: false });
	if (found === undefined) {
		const message = `${file} does not exist; create it, e.g. with the line database: sqlite:./holdfast.db`;
		throw new HoldfastError("not_found", message, { file });
	}
	if (!found.isFile()) throw manifestError([fileIssue(file, "is not a file")]);
	if (found.size > MAX_BYTES) throw manifestError([fileIssue(file, "is larger than 1 MiB; make it smaller")]);
	try {
		return new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(file));
	} catch (error) {
		const message = error instanceof TypeError ? "is not UTF-8 text" : `cannot be read: ${String(error)}`;
		throw manifestError([fileIssue(file, message)]);
	}
}

/** Explains a YAML error: inside `{ }` and `[ ]`, YAML treats the brace of `${NAME}` as its own. */
function explain(flaws: readonly YamlFlaw[], text: string): readonly YamlFlaw[] {
	const lines = text.split("\n");
	const first = flaws.find(({ line, column }) => lines[line - 1]?.startsWith("${", column - 2));
	if (first === undefined) return flaws;
	const { line, column } = first;
	// biome-ignore lint/suspicious/noTemplateCurlyInString: this is how users write it.
	const message = 'inside { } and [ ], put a variable in quotes: "${NAME}"';
	return [{ line, column: column - 1, message }, ...flaws.filter((flaw) => flaw.line < line)];
}
