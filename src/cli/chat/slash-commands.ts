import { nearestWord } from "../../agent/nearest-word.ts";

/** What can be typed beside messages. */
export interface SlashCommand {
	readonly name: SlashName;
	/** How it is typed. */
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
	{ name: "help", usage: "/help", about: "this list" },
	{ name: "session", usage: "/session [new | id]", about: "show it; begin a new one; switch" },
	{ name: "state", usage: "/state", about: "state and variables the agent sees" },
	{ name: "facts", usage: "/facts", about: "what is known of you, and to all" },
	{ name: "why", usage: "/why", about: "what the last answer recalled, scores" },
	{ name: "search", usage: "/search <words>", about: "search facts and messages" },
	{ name: "handover", usage: "/handover [reason]", about: "let a human take over" },
	{ name: "handback", usage: "/handback", about: "the agent answers again" },
	{ name: "end", usage: "/end", about: "end the session; facts are made of it" },
	{ name: "exit", usage: "/exit", about: "leave; the session stays open" },
];

/** A line that was typed: a message, a command, or a slip. */
export type Line =
	| { readonly say: string }
	| { readonly slash: SlashName; readonly rest: string }
	| { readonly slip: string };

const NAMES: readonly string[] = SLASH_COMMANDS.map(({ name }) => name);
/** What people type who come from elsewhere. */
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
	const hint = near === undefined ? "/help lists what there is." : `did you mean /${near}?`;
	return { slip: `There is no /${word}; ${hint} To send a message that begins with "/", type "//".` };
}

/** What a line may become with the tab key. */
export function completeSlash(line: string): string[] {
	if (!line.startsWith("/") || line.startsWith("//")) return [];
	const all = [...NAMES.map((name) => `/${name}`), "/session new"];
	return all.filter((one) => one.startsWith(line));
}
