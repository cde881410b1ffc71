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
	typeof value === "string" ? "" : `; one of ${value.map((word) => `\`${word}\``).join(", ")}`;

/** The whole of docs/cli.md. */
export function cliPage({ printed, named }: CliSchemas): string {
	const groups = groupsOf(printed);
	const contents = groups.map(({ title, about }) => `- [${title}](#${anchor(title)}): ${about}`);
	const parts = [
		INTRODUCTION,
		"## Global options",
		optionTable(allGlobalOptions, {
			json: "all commands",
			yes: "commands that ask for confirmation",
		}),
		"## Commands",
		contents.join("\n"),
		...groups.flatMap(({ title, about, members }) => [
			`## ${title}`,
			sentence(about),
			...members.flatMap(commandParts),
		]),
		"## Shapes",
		"The types that the JSON above refers to. `time` is a string, ISO 8601 in UTC. `?` marks optional fields. `schema/cli.schema.json` contains the same as a JSON Schema.",
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

/** Commands of one word share the first group: a group for each would be too many. */
function groupsOf(printed: readonly Printed[]): Group[] {
	const single = printed.filter(({ spec }) => !spec.name.includes(" "));
	const found = Object.entries(GROUPS).map(([title, about]) => ({
		title,
		about,
		members: printed.filter(({ spec }) => spec.name.startsWith(`${title} `)),
	}));
	const about = "start, chat, move data, operate";
	return [{ title: "single commands", about, members: single }, ...found].filter(
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
		spec.lines ? "With `--json`, one line per item:" : "With `--json`:",
		fence("text", shapeText(schema)),
	];
}

/** Indented lines are commands to type: then the text becomes a code block. */
const detailsText = (details: string): string => (/^ {2,}/m.test(details) ? fence("text", details) : details);

const argumentText = ([name, { optional, many }]: [string, ArgumentSpec]): string => {
	const written = many ? `${name}...` : name;
	return optional ? `[${written}]` : `<${written}>`;
};

function commonText(spec: CommandSpec): string {
	const own = new Set(Object.keys(spec.options ?? {}));
	const names = Object.keys(globalOptions(spec)).filter((name) => !own.has(name));
	return `Also ${names.map((name) => `\`--${name}\``).join(", ")}: see [global options](#global-options).`;
}

function optionTable(
	options: Readonly<Record<string, OptionSpec>>,
	where?: Readonly<Record<string, string>>,
): string {
	const rows = Object.entries(options).map(([name, option]) => {
		const usual = option.default === undefined ? "" : `; default \`${option.default}\``;
		const about = cell(`${option.about}${wordsOf(option)}${usual}`);
		const from = option.env === undefined ? "" : `\`${option.env}\``;
		const has = where === undefined ? "" : ` ${where[name] ?? "commands that use a store"} |`;
		return `| \`${flagsOf(name, option)}\` | ${about} | ${from} |${has}`;
	});
	const head =
		where === undefined
			? "| option | description | environment |\n|---|---|---|"
			: "| option | description | environment | available for |\n|---|---|---|---|";
	return [head, ...rows].join("\n");
}
