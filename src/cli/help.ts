import type { Command, OptionSpec } from "./command.ts";

/** Commands of two words, by their first. */
export const GROUPS: Readonly<Record<string, string>> = {
	memory: "what agents remember: conversations and the facts made of them",
	facts: "single facts: read, write, correct, pin, forget",
	sessions: "conversations as records: list, show, fork, move, hand over",
	events: "the log of a session",
	users: "people whom agents talk to",
	agents: "the agents that are defined",
	runs: "what agents did, and why",
	spaces: "memories that several agents share",
	keys: "keys for callers of a server",
	tokens: "tokens for single users of a server",
	jobs: "work behind the answers, and what of it was given up",
	webhooks: "deliveries of events to URLs",
	upkeep: "retention, vectors, files",
};

/** What one wants to do, and the words of the commands for it, in the order in which a newcomer comes to them. */
const CHAPTERS: Readonly<Record<string, readonly string[]>> = {
	"Start and talk:": ["dev", "chat", "run", "init", "serve"],
	"What agents remember:": ["memory", "facts", "sessions", "events", "users", "agents", "runs", "spaces"],
	"Carry over:": ["export", "import"],
	"Look after it:": ["doctor", "login", "logout", "keys", "tokens", "jobs", "webhooks", "upkeep"],
	"Besides:": ["completion", "bench"],
};
/** Where everything else is found. */
export const LAST_CHAPTER = "Besides:";
const firstWord = ({ spec }: Command): string => spec.name.split(" ", 1)[0] ?? "";
const ORDER = Object.values(CHAPTERS).flat();
const place = (command: Command): number => {
	const at = ORDER.indexOf(firstWord(command));
	return at < 0 ? ORDER.length : at;
};

export const chapterOf = (word: string): string =>
	Object.entries(CHAPTERS).find(([, words]) => words.includes(word))?.[0] ?? LAST_CHAPTER;

/** As the help lists them. */
export const inHelpOrder = (commands: readonly Command[]): Command[] =>
	[...commands].sort((a, b) => place(a) - place(b));

export const dashed = (name: string): string =>
	name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** An option as it is typed: `-n, --limit <n>`. A name that begins with `no` switches something off. */
export function flagsOf(name: string, { value, short, placeholder }: OptionSpec): string {
	const long = `--${dashed(name)}`;
	const flags = short === undefined ? long : `-${short}, ${long}`;
	if (value === "flag") return flags;
	const called = placeholder ?? (typeof value !== "string" ? "word" : value === "count" ? "n" : "text");
	return `${flags} <${called}>`;
}

/** What a newcomer would type first, below the list of commands. */
export function helpTail(commands: readonly Command[]): string {
	const known = new Set(commands.map(({ spec }) => spec.name));
	const lines = [
		["dev", "holdfast dev", "start the server with example agents, and talk to one"],
		["chat", "holdfast chat support", "talk to an agent, in the terminal"],
		["memory ls", "holdfast memory ls", "see which agents remember something"],
		[
			"memory search",
			'holdfast memory search --agent support "where does Ada live"',
			"search what one knows",
		],
		["doctor", "holdfast doctor", "see whether everything is in order"],
	].filter(([name = ""]) => known.has(name));
	const examples = lines.map(([, type, to]) => `  $ ${type}\n      ${to}`).join("\n");
	return `
Works on the SQLite file .holdfast/holdfast.db of the folder, on what holdfast.yaml names, or on a server:
--store, --url and --key, HOLDFAST_STORE, HOLDFAST_URL and HOLDFAST_KEY, or \`holdfast login <url>\`.

Examples:
${examples}

Exit codes: 0 done, 1 failed, 2 not understood. \`holdfast <command> --help\` tells more.`;
}
