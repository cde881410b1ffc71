import type { Command, OptionSpec } from "./command.ts";

/** Descriptions of the command groups, by the first word of their commands. */
export const GROUPS: Readonly<Record<string, string>> = {
	memory: "what agents remember: conversations and the facts from them",
	facts: "single facts: read, write, correct, pin, delete",
	sessions: "conversations: list, show, fork, move, hand over to a human",
	events: "the event log of a session",
	users: "the people that agents talk to",
	agents: "the agents that are defined",
	runs: "what agents did, and why",
	spaces: "memory that several agents share",
	keys: "API keys of a server",
	tokens: "short-lived tokens for single users of a server",
	jobs: "background jobs, including those that failed permanently",
	webhooks: "subscriptions and deliveries of events to URLs",
	upkeep: "retention, vectors, files",
};

/** Chapters of the help, with the first words of their commands, in the order in which a new user needs them. */
const CHAPTERS: Readonly<Record<string, readonly string[]>> = {
	"Start and chat:": ["dev", "chat", "run", "init", "serve"],
	"Memory and history:": ["memory", "facts", "sessions", "events", "users", "agents", "runs", "spaces"],
	"Move data:": ["export", "import", "copy"],
	"Operate:": ["doctor", "login", "logout", "keys", "tokens", "jobs", "webhooks", "upkeep"],
	"Other:": ["completion", "bench"],
};
/** The chapter of commands that no other chapter lists. */
export const LAST_CHAPTER = "Other:";
const firstWord = ({ spec }: Command): string => spec.name.split(" ", 1)[0] ?? "";
const ORDER = Object.values(CHAPTERS).flat();
const place = (command: Command): number => {
	const at = ORDER.indexOf(firstWord(command));
	return at < 0 ? ORDER.length : at;
};

export const chapterOf = (word: string): string =>
	Object.entries(CHAPTERS).find(([, words]) => words.includes(word))?.[0] ?? LAST_CHAPTER;

/** Sorts commands in the order of the help. */
export const inHelpOrder = (commands: readonly Command[]): Command[] =>
	[...commands].sort((a, b) => place(a) - place(b));

export const dashed = (name: string): string =>
	name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** An option as you type it: `-n, --limit <n>`. A name that begins with `no` turns something off. */
export function flagsOf(name: string, { value, short, placeholder }: OptionSpec): string {
	const long = `--${dashed(name)}`;
	const flags = short === undefined ? long : `-${short}, ${long}`;
	if (value === "flag") return flags;
	const called = placeholder ?? (typeof value !== "string" ? "word" : value === "count" ? "n" : "text");
	return `${flags} <${called}>`;
}

/** The text below the list of commands, with the commands that a new user needs first. */
export function helpTail(commands: readonly Command[]): string {
	const known = new Set(commands.map(({ spec }) => spec.name));
	const lines = [
		["dev", "holdfast dev", "start the server with example agents and chat with one"],
		["chat", "holdfast chat support", "chat with an agent in the terminal"],
		["memory ls", "holdfast memory ls", "list the agents that have memory"],
		[
			"memory search",
			'holdfast memory search --agent support "where does Ada live"',
			"search what an agent knows",
		],
		["doctor", "holdfast doctor", "check that everything works"],
	].filter(([name = ""]) => known.has(name));
	const examples = lines.map(([, type, to]) => `  $ ${type}\n      ${to}`).join("\n");
	return `
By default, commands use the database in holdfast.yaml, or .holdfast/holdfast.db in this folder.
To use another database or a server: --store, --url and --key; HOLDFAST_STORE, HOLDFAST_URL and
HOLDFAST_KEY; or \`holdfast login <url>\`.

Examples:
${examples}

Exit codes: 0 success, 1 failure, 2 usage error. \`holdfast <command> --help\` shows details of a command.`;
}
