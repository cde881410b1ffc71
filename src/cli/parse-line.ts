import { Argument, CommanderError, InvalidArgumentError, Option, Command as Parser } from "commander";
import type { Command, CommandSpec, OptionSpec } from "./command.ts";
import { allGlobalOptions, globalOptions } from "./global-options.ts";
import type { GlobalOptions } from "./globals.ts";
import { chapterOf, dashed, flagsOf, GROUPS, helpTail, inHelpOrder, LAST_CHAPTER } from "./help.ts";
import type { Terminal } from "./terminal.ts";
import { UsageError } from "./usage-error.ts";

/** A parsed command line: a command with its arguments, or a text to print, such as a help page. */
export type Parsed =
	| {
			readonly command: Command;
			readonly args: Record<string, unknown>;
			readonly options: Record<string, unknown>;
			readonly globals: GlobalOptions;
	  }
	| { readonly text: string };

const EVERYWHERE = "Global options:";

/** Parses a command line. Throws a UsageError for an invalid one. */
export async function parseLine(
	commands: readonly Command[],
	argv: readonly string[],
	version: string,
	{ env, stdout, stderr }: Terminal,
): Promise<Parsed> {
	let parsed: Parsed | undefined;
	let text = "";
	let problem = "";
	const output = {
		writeOut: (part: string) => {
			text += part;
		},
		writeErr: (part: string) => {
			problem += part;
		},
		getOutHelpWidth: () => helpWidth(stdout),
		getErrHelpWidth: () => helpWidth(stderr),
		getOutHasColors: () => false,
		getErrHasColors: () => false,
	};
	const prepare = (parser: Parser): Parser =>
		parser
			.exitOverride()
			.configureOutput(output)
			.showSuggestionAfterError()
			.helpOption("-h, --help", "show this help")
			.configureHelp({ sortSubcommands: false, showGlobalOptions: false, subcommandTerm: termOf });
	const program = prepare(new Parser("holdfast"))
		.description("Sessions, state and memory for AI agents.")
		.version(version, "-V, --version", "show the version")
		.usage("<command> [options]")
		.commandsGroup(LAST_CHAPTER)
		.helpCommand("help [command]", "show this help, or the help of a command")
		.addHelpText("after", helpTail(commands));
	// They also work before the command. The help shows them with each command.
	for (const [name, option] of Object.entries(allGlobalOptions))
		program.addOption(toOption(name, option).hideHelp());
	const groupOf = (name: string): Parser =>
		program.commands.find((one) => one.name() === name) ??
		prepare(program.command(name))
			.description(sentence(GROUPS[name] ?? name))
			.summary(GROUPS[name] ?? name)
			.usage("<command> [options]")
			.helpGroup(chapterOf(name))
			.helpCommand(false);
	for (const command of inHelpOrder(commands)) {
		const { spec } = command;
		const [first = "", second] = spec.name.split(" ");
		const parent = second === undefined ? program : groupOf(first);
		// Skip groups that the line does not name: building all of them takes as long as loading a small command.
		if (second !== undefined && !argv.includes(first)) continue;
		const parser = prepare(parent.command(second ?? first))
			.description(describe(spec))
			.summary(spec.about);
		if (second === undefined) parser.helpGroup(chapterOf(first));
		for (const [name, { about, optional, many }] of Object.entries(spec.args ?? {})) {
			const written = many ? `${name}...` : name;
			parser.addArgument(new Argument(optional ? `[${written}]` : `<${written}>`, about));
		}
		for (const [name, option] of Object.entries(spec.options ?? {})) parser.addOption(toOption(name, option));
		const globals = globalOptions(spec);
		for (const [name, option] of Object.entries(globals))
			parser.addOption(toOption(name, option).helpGroup(EVERYWHERE));
		parser.addHelpOption(new Option("-h, --help", "show this help").helpGroup(EVERYWHERE));
		parser.addHelpText("after", examplesOf(spec));
		parser.action((...given: unknown[]) => {
			const values = parser.optsWithGlobals<Record<string, unknown>>();
			const names = Object.keys(spec.args ?? {});
			for (const name of Object.keys(allGlobalOptions))
				if (values[name] !== undefined && !(name in globals) && !(name in (spec.options ?? {})))
					throw new UsageError(`${spec.name} has no option --${dashed(name)}`);
			parsed = {
				command,
				args: Object.fromEntries(names.map((name, i) => [camel(name), given[i]])),
				options: optionsOf(spec, values, env),
				globals: {
					...pick(values, Object.keys(allGlobalOptions)),
					json: values.json === true,
					yes: values.yes === true,
				},
			};
		});
	}
	try {
		// `help memory rm` is `memory rm --help`.
		const isHelp = argv[0] === "help" && argv.length > 1;
		await program.parseAsync(isHelp ? [...argv.slice(1), "--help"] : argv, { from: "user" });
	} catch (error) {
		if (!(error instanceof CommanderError)) throw error;
		// Only the first of two words was typed: show the help of the group.
		if (error.code === "commander.help" && argv.length > 0 && text === "")
			throw new UsageError(`${argv.join(" ")} needs a command\n\n${problem.trim()}\n`);
		if (error.exitCode !== 0 && error.code !== "commander.help")
			throw new UsageError((problem || error.message).replace(/^error: /, "").trim());
	}
	// For an empty line, commander writes the help to the error output.
	return parsed ?? { text: text || problem };
}

const helpWidth = ({ isTTY, columns }: Terminal["stdout"]): number =>
	isTTY ? Math.min(columns || 80, 110) : 100;

/** A command in a list: its word and its arguments, without "[options]". */
const termOf = (parser: Parser): string =>
	[
		parser.name(),
		...parser.registeredArguments.map((one) => {
			const name = one.name() + (one.variadic ? "..." : "");
			return one.required ? `<${name}>` : `[${name}]`;
		}),
	].join(" ");

const camel = (name: string): string =>
	name.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
const describe = ({ about, details }: CommandSpec): string =>
	details ? `${sentence(about)}\n\n${details}` : sentence(about);

function examplesOf({ examples }: CommandSpec): string {
	const lines = examples.map(({ type, to }) => `  $ ${type}\n      ${to}`);
	return `\nExamples:\n${lines.join("\n")}`;
}

const pick = (values: Record<string, unknown>, names: readonly string[]) =>
	Object.fromEntries(names.filter((name) => values[name] !== undefined).map((name) => [name, values[name]]));

/** Environment variables and defaults apply to options that were not typed. */
function optionsOf(
	{ options = {} }: CommandSpec,
	values: Record<string, unknown>,
	env: Terminal["env"],
): Record<string, unknown> {
	return Object.fromEntries(
		Object.entries(options).map(([name, option]) => {
			const value = typed(name, values) ?? fromEnvironment(option, env) ?? option.default;
			return [name, option.value === "flag" ? value === true : value];
		}),
	);
}

/** `--no-chat` is `chat: false` to the parser. */
function typed(name: string, values: Record<string, unknown>): unknown {
	const [, first, rest] = /^no([A-Z])(.*)$/.exec(name) ?? [];
	if (first === undefined) return values[name];
	return values[first.toLowerCase() + rest] === false ? true : undefined;
}

function fromEnvironment({ env: name, value }: OptionSpec, env: Terminal["env"]): unknown {
	const said = name === undefined ? undefined : env[name] || undefined;
	if (said === undefined || value !== "count") return said;
	if (/^\d{1,15}$/.test(said)) return Number(said);
	throw new UsageError(`${name} must be a whole number, 0 or more`);
}

function toOption(name: string, spec: OptionSpec): Option {
	// The parser gets no defaults: it would not say whether a value was typed, and the environment overrides defaults.
	const usual = spec.default === undefined ? "" : `; default ${spec.default}`;
	const option = new Option(flagsOf(name, spec), spec.about + usual + (spec.env ? ` (${spec.env})` : ""));
	if (spec.value === "count") option.argParser(toCount);
	else if (spec.value === "texts")
		option.argParser((text: string, before: string[] = []) => [...before, text]);
	else if (typeof spec.value !== "string") option.choices(spec.value);
	return option;
}

function toCount(text: string): number {
	if (/^\d{1,15}$/.test(text)) return Number(text);
	throw new InvalidArgumentError("It must be a whole number, 0 or more.");
}
