import { Argument, CommanderError, InvalidArgumentError, Option, Command as Parser } from "commander";
import type { Command, CommandSpec, OptionSpec } from "./command.ts";
import { allGlobalOptions, globalOptions } from "./global-options.ts";
import type { GlobalOptions } from "./globals.ts";
import { dashed, flagsOf, GROUPS, helpTail } from "./help.ts";
import type { Terminal } from "./terminal.ts";
import { UsageError } from "./usage-error.ts";

/** What was typed: a command with its arguments, or a text to print, such as a help page. */
export type Parsed =
	| {
			readonly command: Command;
			readonly args: Record<string, unknown>;
			readonly options: Record<string, unknown>;
			readonly globals: GlobalOptions;
	  }
	| { readonly text: string };

/** Understands a line. What cannot be meant is a UsageError. */
export async function parseLine(
	commands: readonly Command[],
	argv: readonly string[],
	version: string,
	{ env, stdout }: Terminal,
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
		getOutHelpWidth: () => (stdout.isTTY ? Math.min(stdout.columns || 80, 110) : 100),
		getErrHelpWidth: () => 100,
		getOutHasColors: () => false,
		getErrHasColors: () => false,
	};
	const prepare = (parser: Parser): Parser =>
		parser
			.exitOverride()
			.configureOutput(output)
			.showSuggestionAfterError()
			.helpOption("-h, --help", "show this help")
			.configureHelp({ sortSubcommands: false, showGlobalOptions: false });
	const program = prepare(new Parser("holdfast"))
		.description("Sessions, state and memory for AI agents.")
		.version(version, "-V, --version", "show the version")
		.usage("<command> [options]")
		.addHelpText("after", helpTail(commands));
	// Typed in front of the command they count as well; the help shows them with each command.
	for (const [name, option] of Object.entries(allGlobalOptions))
		program.addOption(toOption(name, option).hideHelp());
	for (const [group, about] of Object.entries(GROUPS)) {
		if (!commands.some(({ spec }) => spec.name.startsWith(`${group} `))) continue;
		prepare(program.command(group)).description(about).usage("<command> [options]");
	}
	for (const command of commands) {
		const { spec } = command;
		const [first = "", second] = spec.name.split(" ");
		// Of groups that are not named nobody asks: making them all takes as long as loading a small command.
		if (second !== undefined && !argv.includes(first)) continue;
		const parent =
			second === undefined ? program : (program.commands.find((one) => one.name() === first) as Parser);
		const parser = prepare(parent.command(second ?? first))
			.description(describe(spec))
			.summary(spec.about);
		for (const [name, { about, optional, many }] of Object.entries(spec.args ?? {})) {
			const written = many ? `${name}...` : name;
			parser.addArgument(new Argument(optional ? `[${written}]` : `<${written}>`, about));
		}
		for (const [name, option] of Object.entries(spec.options ?? {})) parser.addOption(toOption(name, option));
		const globals = globalOptions(spec);
		for (const [name, option] of Object.entries(globals))
			parser.addOption(toOption(name, option).helpGroup("Options of every command:"));
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
		await program.parseAsync(argv, { from: "user" });
	} catch (error) {
		if (!(error instanceof CommanderError)) throw error;
		// Two words are needed and one was typed: the help says which there are.
		if (error.code === "commander.help" && argv.length > 0)
			throw new UsageError(`${argv.join(" ")} what?\n\n${problem.trim()}\n`);
		if (error.exitCode !== 0 && error.code !== "commander.help")
			throw new UsageError((problem || error.message).replace(/^error: /, "").trim());
	}
	// Where nothing was typed, the help counts as a problem there.
	return parsed ?? { text: text || problem };
}

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

/** Variables of the environment stand in for what was not typed. */
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
	const option = new Option(flagsOf(name, spec), spec.about + (spec.env ? ` (${spec.env})` : ""));
	if (spec.default !== undefined) option.default(undefined, String(spec.default));
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
