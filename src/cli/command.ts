import type { z } from "zod";
import type { Holdfast } from "../interface.ts";
import type { Target } from "./connect/target.ts";
import type { GlobalOptions } from "./globals.ts";
import type { Progress } from "./screen/progress.ts";
import type { Screen } from "./screen/screen.ts";
import type { Terminal } from "./terminal.ts";

/** What an option takes: nothing, a text, a whole number, one of some words, or several texts (given several times). */
export type OptionValue = "flag" | "text" | "count" | "texts" | readonly string[];

export interface OptionSpec {
	readonly value: OptionValue;
	readonly about: string;
	/** One letter. */
	readonly short?: string;
	/** How the value is called in the help; default: `text`, `n`, or the words. */
	readonly placeholder?: string;
	readonly default?: string | number;
	/** The environment variable that stands in for it. */
	readonly env?: string;
}

export interface ArgumentSpec {
	readonly about: string;
	readonly optional?: true;
	/** Takes all that are left; the last one only. */
	readonly many?: true;
}

/** A command as data: help, completion, the reference and the parser are made of it. Loads nothing. */
export interface CommandSpec {
	/** The words that call it, e.g. `memory ls`. */
	readonly name: string;
	/** One line, without a full stop. */
	readonly about: string;
	/** More, for `--help`. */
	readonly details?: string;
	/** In their order. Names are kebab-case. */
	readonly args?: Readonly<Record<string, ArgumentSpec>>;
	/** By their long names in camelCase. */
	readonly options?: Readonly<Record<string, OptionSpec>>;
	/** What to type, and what it does. */
	readonly examples: readonly { readonly type: string; readonly to: string }[];
	/** It works on a store. Default true; false: no `--store`, `--url` and so on. */
	readonly store?: false;
	/** May make the SQLite file that is not there yet. Others find nothing in it. */
	readonly creates?: true;
	/** Agents answer: which they are, and by which model, is told first. */
	readonly talks?: true;
	/** `--json` prints a line for each item, as it comes. */
	readonly lines?: true;
	/** A server: it has a limit of its own for how long it takes to end. */
	readonly drains?: true;
	/** Asks before it does what cannot be undone; has `--yes`. */
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
	/** Results. Whatever is printed is made harmless first. */
	readonly out: Screen;
	/** What is said beside them: questions, progress, hints. */
	readonly err: Screen;
	/** Aborted by the first Ctrl-C; the second ends the process. */
	readonly signal: AbortSignal;
	/** The store or server, which is closed behind the command. */
	open(): Promise<Holdfast>;
	/** Where `open` leads, without opening it. */
	target(): Promise<Target>;
	/** Resolves if the user says yes (or types the word that is asked for), or has said `--yes`; without a terminal refuses. */
	confirm(question: string, options?: { type?: string }): Promise<void>;
	/** A bar on a terminal, nothing elsewhere. */
	progress(title: string): Progress;
}

/** Answers once. What `--json` prints and what people see are made of the same answer. */
export interface Answering<S extends CommandSpec, A> {
	/** The shape of what `--json` prints. */
	readonly answer: z.ZodType;
	run(call: Call<S>): Promise<A>;
	show(answer: A, call: Call<S>): void | Promise<void>;
	/** The exit code of an answer that is bad news; default 0. */
	failed?(answer: A): boolean;
}

/** Answers in items, as they come. */
export interface Streaming<S extends CommandSpec, A> {
	/** The shape of each line that `--json` prints. */
	readonly line: z.ZodType;
	run(call: Call<S>): AsyncIterable<A>;
	show(item: A, call: Call<S>): void | Promise<void>;
	/** An item that is bad news: the exit code is 1 in the end. */
	failed?(item: A): boolean;
}

export type Implementation<S extends CommandSpec, A> = Answering<S, A> | Streaming<S, A>;

/** A command that can be called. */
export interface Command {
	readonly spec: CommandSpec;
	load(): Promise<Implementation<CommandSpec, unknown>>;
}

/** Types a command's data by what it says. */
export const command = <const S extends CommandSpec>(spec: S): S => spec;

/** Types an implementation by its command. */
export function answers<S extends CommandSpec, A>(_spec: S, parts: Answering<S, A>): Answering<S, A> {
	return parts;
}

export function streams<S extends CommandSpec, A>(_spec: S, parts: Streaming<S, A>): Streaming<S, A> {
	return parts;
}

/** Puts the data and the code of a command together; the code is loaded when it is called. */
export function bind<S extends CommandSpec, A>(spec: S, load: () => Promise<Implementation<S, A>>): Command {
	// The parser gives each command the arguments and options that its data asks for.
	return { spec, load: load as unknown as Command["load"] };
}
