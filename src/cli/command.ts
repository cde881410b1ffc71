import type { z } from "zod";
import type { Holdfast } from "../interface.ts";
import type { Target } from "./connect/target.ts";
import type { GlobalOptions } from "./globals.ts";
import type { Progress } from "./screen/progress.ts";
import type { Screen } from "./screen/screen.ts";
import type { Terminal } from "./terminal.ts";

/** The value of an option: none, a text, a whole number, one of several words, or several texts (repeat the option). */
export type OptionValue = "flag" | "text" | "count" | "texts" | readonly string[];

export interface OptionSpec {
	readonly value: OptionValue;
	readonly about: string;
	/** One letter. */
	readonly short?: string;
	/** Name of the value in the help; default: `text`, `n` or `word`. */
	readonly placeholder?: string;
	readonly default?: string | number;
	/** The environment variable that sets it if it is not typed. */
	readonly env?: string;
}

export interface ArgumentSpec {
	readonly about: string;
	readonly optional?: true;
	/** Takes all remaining words. Only the last argument can have this. */
	readonly many?: true;
}

/** A command as data: help, completion, the reference and the parser use it. Loads no code. */
export interface CommandSpec {
	/** The words that call it, e.g. `memory ls`. */
	readonly name: string;
	/** One line that begins with a verb, without a full stop. */
	readonly about: string;
	/** More, for `--help`. */
	readonly details?: string;
	/** In order. Names are kebab-case. */
	readonly args?: Readonly<Record<string, ArgumentSpec>>;
	/** By long name, in camelCase. */
	readonly options?: Readonly<Record<string, OptionSpec>>;
	/** `type` is the command, `to` says what it does. */
	readonly examples: readonly { readonly type: string; readonly to: string }[];
	/** False: the command uses no store, and has no `--store`, `--url` and so on. */
	readonly store?: false;
	/** May create a missing SQLite file. Without it, a missing file counts as empty. */
	readonly creates?: true;
	/** Runs agents: prints first if they are examples, and which model was picked for them. */
	readonly talks?: true;
	/** `--json` prints one line per item, as soon as it is available. */
	readonly lines?: true;
	/** A server: it has its own time limit for stopping. */
	readonly drains?: true;
	/** Asks before it does something that cannot be undone; has `--yes`. */
	readonly asks?: true;
}

type ValueOf<O extends OptionSpec> = O["value"] extends "flag"
	? boolean
	: O["value"] extends "text"
		? string
		: O["value"] extends "count"
			? number
			: O["value"] extends "texts"
				? string[]
				: O["value"] extends readonly (infer W)[]
					? W
					: never;

type OptionsOf<S extends CommandSpec> = {
	[K in keyof S["options"]]: S["options"][K] extends OptionSpec
		? S["options"][K] extends { default: string | number } | { value: "flag" }
			? ValueOf<S["options"][K]>
			: ValueOf<S["options"][K]> | undefined
		: never;
};

type ArgsOf<S extends CommandSpec> = {
	[K in keyof S["args"]]: S["args"][K] extends { many: true }
		? string[]
		: S["args"][K] extends { optional: true }
			? string | undefined
			: string;
};

/** One call of a command. */
export interface Call<S extends CommandSpec = CommandSpec> {
	readonly args: ArgsOf<S>;
	readonly options: OptionsOf<S>;
	readonly globals: GlobalOptions;
	readonly terminal: Terminal;
	/** The standard output, for results. Control characters are neutralised. */
	readonly out: Screen;
	/** The standard error, for questions, progress and hints. */
	readonly err: Screen;
	/** Aborted by the first Ctrl-C; the second ends the process. */
	readonly signal: AbortSignal;
	/** Opens the store or server. It is closed after the command. */
	open(): Promise<Holdfast>;
	/** The store or server that `open` would open. */
	target(): Promise<Target>;
	/** Resolves if the user says yes or types the required word, or with `--yes`. Throws otherwise, and without a terminal. */
	confirm(question: string, options?: { type?: string }): Promise<void>;
	/** A progress bar on a terminal; prints nothing elsewhere. */
	progress(title: string): Progress;
}

/** A command that answers once. `--json` and the text output print the same answer. */
export interface Answering<S extends CommandSpec, A> {
	/** The schema of what `--json` prints. */
	readonly answer: z.ZodType;
	run(call: Call<S>): Promise<A>;
	show(answer: A, call: Call<S>): void | Promise<void>;
	/** Whether the exit code of an answer is 1; default: never. */
	failed?(answer: A): boolean;
}

/** A command that answers with a stream of items. */
export interface Streaming<S extends CommandSpec, A> {
	/** The schema of each line that `--json` prints. */
	readonly line: z.ZodType;
	run(call: Call<S>): AsyncIterable<A>;
	show(item: A, call: Call<S>): void | Promise<void>;
	/** Whether an item is a failure: then the exit code is 1. */
	failed?(item: A): boolean;
}

export type Implementation<S extends CommandSpec, A> = Answering<S, A> | Streaming<S, A>;

/** The data of a command and its code, which is loaded on demand. */
export interface Command {
	readonly spec: CommandSpec;
	load(): Promise<Implementation<CommandSpec, unknown>>;
}

/** Infers the type of a command from its data. */
export const command = <const S extends CommandSpec>(spec: S): S => spec;

/** Infers the types of an implementation from its command. */
export function answers<S extends CommandSpec, A>(_spec: S, parts: Answering<S, A>): Answering<S, A> {
	return parts;
}

export function streams<S extends CommandSpec, A>(_spec: S, parts: Streaming<S, A>): Streaming<S, A> {
	return parts;
}

/** Binds the code of a command to its data. The code is loaded when the command is called. */
export function bind<S extends CommandSpec, A>(spec: S, load: () => Promise<Implementation<S, A>>): Command {
	// The parser passes each command the arguments and options that its data declares.
	return { spec, load: load as unknown as Command["load"] };
}
