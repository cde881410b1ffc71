import type { Command, CommandSpec, OptionSpec } from "../../command.ts";
import { globalOptions } from "../../global-options.ts";
import { dashed, GROUPS } from "../../help.ts";

/** An option that a shell completes. */
export interface Flag {
	readonly long: string;
	readonly short?: string | undefined;
	readonly about: string;
	/** Whether a value follows it. */
	readonly takesValue: boolean;
	/** The words that can follow, if known. */
	readonly choices: readonly string[];
}

/** What can follow the words typed so far. */
export interface Place {
	/** The words typed so far: none, a group, or a command. */
	readonly path: string;
	readonly words: readonly { readonly word: string; readonly about: string }[];
	readonly flags: readonly Flag[];
}

/** Arguments with a fixed list of words. */
const ARGUMENTS: Readonly<Record<string, readonly string[]>> = { completion: ["bash", "zsh", "fish"] };

const HELP: Flag = { long: "--help", short: "-h", about: "show this help", takesValue: false, choices: [] };

/** All places, beginning with the empty line. */
export function listPlaces(commands: readonly Command[]): Place[] {
	const specs = commands.map(({ spec }) => spec);
	const groups = new Set(specs.flatMap(({ name }) => (name.includes(" ") ? [first(name)] : [])));
	const tops = [...new Set(specs.map(({ name }) => first(name)))].map((word) => ({
		word,
		about: GROUPS[word] ?? specs.find(({ name }) => name === word)?.about ?? "",
	}));
	const version: Flag = { ...HELP, long: "--version", short: "-V", about: "show the version" };
	return [
		{ path: "", words: tops, flags: [HELP, version] },
		...[...groups].map((group) => ({ path: group, words: wordsOf(group, specs), flags: [HELP] })),
		...specs.map((spec) => ({
			path: spec.name,
			words: (ARGUMENTS[spec.name] ?? []).map((word) => ({ word, about: "" })),
			flags: [...flagsOf({ ...spec.options, ...globalOptions(spec) }), HELP],
		})),
	];
}

const first = (name: string): string => name.split(" ", 1)[0] ?? "";

const wordsOf = (group: string, specs: readonly CommandSpec[]) =>
	specs
		.filter(({ name }) => name.startsWith(`${group} `))
		.map(({ name, about }) => ({ word: name.slice(group.length + 1), about }));

const flagsOf = (options: Readonly<Record<string, OptionSpec>>): Flag[] =>
	Object.entries(options).map(([name, { short, about, value }]) => ({
		long: `--${dashed(name)}`,
		...(short !== undefined && { short: `-${short}` }),
		about,
		takesValue: value !== "flag",
		choices: typeof value === "string" ? [] : value,
	}));

/** Every option that takes a value: the word after it is not a command. */
export const valuedFlags = (places: readonly Place[]): string[] => [
	...new Set(
		places
			.flatMap(({ flags }) => flags.filter(({ takesValue }) => takesValue))
			.flatMap(({ long, short }) => (short === undefined ? [long] : [long, short])),
	),
];
