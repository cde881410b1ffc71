import type { Command, CommandSpec, OptionSpec } from "../../command.ts";
import { globalOptions } from "../../global-options.ts";
import { dashed, GROUPS } from "../../help.ts";

/** An option as a shell completes it. */
export interface Flag {
	readonly long: string;
	readonly short?: string | undefined;
	readonly about: string;
	/** Something follows it. */
	readonly takesValue: boolean;
	/** The words that may follow, where they are known. */
	readonly choices: readonly string[];
}

/** What may follow the words typed so far. */
export interface Place {
	/** Those words: nothing, a group, or a command. */
	readonly path: string;
	readonly words: readonly { readonly word: string; readonly about: string }[];
	readonly flags: readonly Flag[];
}

/** Arguments that are words of a list. */
const ARGUMENTS: Readonly<Record<string, readonly string[]>> = { completion: ["bash", "zsh", "fish"] };

const HELP: Flag = { long: "--help", short: "-h", about: "show this help", takesValue: false, choices: [] };

/** All places, the beginning first. */
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

/** Every option that something follows, wherever: what follows is no command. */
export const valuedFlags = (places: readonly Place[]): string[] => [
	...new Set(
		places
			.flatMap(({ flags }) => flags.filter(({ takesValue }) => takesValue))
			.flatMap(({ long, short }) => (short === undefined ? [long] : [long, short])),
	),
];
