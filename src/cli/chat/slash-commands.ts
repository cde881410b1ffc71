import { nearestWord } from "../../agent/nearest-word.ts";

/** A command that can be typed instead of a message. */
export interface SlashCommand {
	readonly name: SlashName;
	/** How to type it. */
	readonly usage: string;
	readonly about: string;
}

export type SlashName =
	| "help"
	| "session"
	| "state"
	| "facts"
	| "why"
	| "search"
	| "handover"
	| "handback"
	| "end"
	| "exit";

export const SLASH_COMMANDS: readonly SlashCommand[] = [
	{ name: "help", usage: "/help", about: "show this list" },
	{ name: "session", usage: "/session [new | id]", about: "show the session, start one, switch" },
	{ name: "state", usage: "/state", about: "show state and variables" },
	{ name: "facts", usage: "/facts", about: "show facts about you and for all users" },
	{ name: "why", usage: "/why", about: "explain the last answer, with scores" },
	{ name: "search", usage: "/search <words>", about: "search facts and messages" },
	{ name: "handover", usage: "/handover [reason]", about: "hand over to a human" },
	{ name: "handback", usage: "/handback", about: "hand back to the agent" },
	{ name: "end", usage: "/end", about: "end the session and extract facts" },
	{ name: "exit", usage: "/exit", about: "leave; the session stays open" },
];

/** A typed line: a message, a command, or a mistyped command. */
export type Line =
	| { readonly say: string }
	| { readonly slash: SlashName; readonly rest: string }
	| { readonly slip: string };

const NAMES: readonly string[] = SLASH_COMMANDS.map(({ name }) => name);
/** Names that users of other programs try. */
const ALIASES: Readonly<Record<string, SlashName>> = { quit: "exit", q: "exit", "?": "help", new: "session" };

/** Text that begins with `//` is a message that begins with `/`. */
export function readLine(line: string): Line {
	if (line.startsWith("//")) return { say: line.slice(1) };
	const found = /^\/(\S*)\s*([\s\S]*)$/.exec(line.trim());
	if (!found) return { say: line };
	const [, word = "", rest = ""] = found;
	const typed = word.toLowerCase();
	if (typed === "new") return { slash: "session", rest: "new" };
	const name = NAMES.includes(typed) ? typed : Object.hasOwn(ALIASES, typed) ? ALIASES[typed] : undefined;
	if (name !== undefined) return { slash: name as SlashName, rest: rest.trim() };
	const near = typed === "" ? "help" : nearestWord(typed, NAMES);
	const hint = near === undefined ? "/help lists the commands." : `did you mean /${near}?`;
	return { slip: `There is no /${word}; ${hint} To start a message with "/", type "//".` };
}

/** The completions of a line for the tab key. */
export function completeSlash(line: string): string[] {
	if (!line.startsWith("/") || line.startsWith("//")) return [];
	const all = [...NAMES.map((name) => `/${name}`), "/session new"];
	return all.filter((one) => one.startsWith(line));
}
