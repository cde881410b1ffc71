import type { ArgumentSpec, CommandSpec, OptionSpec } from "../../src/cli/command.ts";
import { allGlobalOptions, globalOptions } from "../../src/cli/global-options.ts";
import { flagsOf, GROUPS } from "../../src/cli/help.ts";
import type { Json } from "../../src/event/index.ts";
import type { CliSchemas, Printed } from "./cli-schema.ts";
import { INTRODUCTION } from "./introduction.ts";
import { shapeText } from "./shape-text.ts";

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
const cell = (text: string): string => text.replaceAll("|", "\\|").replaceAll("\n", " ");
const fence = (language: string, text: string): string => `\`\`\`${language}\n${text}\n\`\`\``;
const wordsOf = ({ value }: OptionSpec): string =>
	typeof value === "string" ? "" : `: ${value.map((word) => `\`${word}\``).join(", ")}`;

/** docs/cli.md, whole. */
export function cliPage({ printed, named }: CliSchemas): string {
	const groups = groupsOf(printed);
	const contents = groups.map(({ title, about }) => `- [${title}](#${anchor(title)}): ${about}`);
	const parts = [
		INTRODUCTION,
		"## Options of every command",
		optionTable(allGlobalOptions, {
			json: "all commands",
			yes: "commands that ask",
		}),
		"## Commands",
		contents.join("\n"),
		...groups.flatMap(({ title, about, members }) => [
			`## ${title}`,
			sentence(about),
			...members.flatMap(commandParts),
		]),
		"## Shapes",
		"What the JSON above is made of. `time` is a text, ISO 8601 in UTC; `?` marks what may be missing. The same as a JSON Schema: `schema/cli.schema.json`.",
		...Object.entries(named).flatMap(([name, schema]) => [
			`### ${name}`,
			fence("text", shapeText(schema as Json)),
		]),
	];
	return `${parts.join("\n\n")}\n`;
}

const anchor = (title: string): string => title.toLowerCase().replaceAll(" ", "-");

interface Group {
	readonly title: string;
	readonly about: string;
	readonly members: readonly Printed[];
}

/** Commands of one word first: a chapter for each would be too many. */
function groupsOf(printed: readonly Printed[]): Group[] {
	const single = printed.filter(({ spec }) => !spec.name.includes(" "));
	const found = Object.entries(GROUPS).map(([title, about]) => ({
		title,
		about,
		members: printed.filter(({ spec }) => spec.name.startsWith(`${title} `)),
	}));
	const about = "start, talk, carry over, look after";
	return [{ title: "commands of one word", about, members: single }, ...found].filter(
		({ members }) => members.length > 0,
	);
}

function commandParts({ spec, schema }: Printed): string[] {
	const args = Object.entries(spec.args ?? {});
	const options = Object.entries(spec.options ?? {});
	const usage = ["holdfast", spec.name, ...args.map(argumentText), "[options]"].join(" ");
	const examples = spec.examples.map(({ type, to }) => `# ${to}\n${type}`).join("\n");
	return [
		`### holdfast ${spec.name}`,
		sentence(spec.about),
		...(spec.details === undefined ? [] : [detailsText(spec.details)]),
		fence("sh", usage),
		...(args.length === 0 ? [] : [args.map(([name, { about }]) => `- \`${name}\`: ${about}`).join("\n")]),
		...(options.length === 0 ? [] : [optionTable(Object.fromEntries(options))]),
		commonText(spec),
		fence("sh", examples),
		spec.lines ? "With `--json`, a line for each:" : "With `--json`:",
		fence("text", shapeText(schema)),
	];
}

/** Lines of it may be set in: those are typed, and stay as they are. */
const detailsText = (details: string): string => (/^ {2,}/m.test(details) ? fence("text", details) : details);

const argumentText = ([name, { optional, many }]: [string, ArgumentSpec]): string => {
	const written = many ? `${name}...` : name;
	return optional ? `[${written}]` : `<${written}>`;
};

function commonText(spec: CommandSpec): string {
	const own = new Set(Object.keys(spec.options ?? {}));
	const names = Object.keys(globalOptions(spec)).filter((name) => !own.has(name));
	return `Also ${names.map((name) => `\`--${name}\``).join(", ")}: see [options of every command](#options-of-every-command).`;
}

function optionTable(
	options: Readonly<Record<string, OptionSpec>>,
	where?: Readonly<Record<string, string>>,
): string {
	const rows = Object.entries(options).map(([name, option]) => {
		const usual = option.default === undefined ? "" : `; default \`${option.default}\``;
		const about = cell(`${option.about}${wordsOf(option)}${usual}`);
		const from = option.env === undefined ? "" : `\`${option.env}\``;
		const has = where === undefined ? "" : ` ${where[name] ?? "commands that work on a store"} |`;
		return `| \`${flagsOf(name, option)}\` | ${about} | ${from} |${has}`;
	});
	const head =
		where === undefined
			? "| option | | environment |\n|---|---|---|"
			: "| option | | environment | of |\n|---|---|---|---|";
	return [head, ...rows].join("\n");
}
