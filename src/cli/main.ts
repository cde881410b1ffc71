import { packageVersion } from "../config/package-files.ts";
import { commands } from "./commands/index.ts";
import { parseLine } from "./parse-line.ts";
import { runCommand, tellFailure } from "./run-command.ts";
import { createScreen } from "./screen/screen.ts";
import { processTerminal, type Terminal } from "./terminal.ts";

/** Runs a command line and returns the exit code. */
export async function runLine(
	argv: readonly string[],
	terminal: Terminal,
	signal: AbortSignal,
): Promise<number> {
	const out = createScreen(terminal.stdout, terminal.env);
	const err = createScreen(terminal.stderr, terminal.env);
	// The line may not parse, so look for --json first. Words after `--` are not options.
	const end = argv.indexOf("--");
	let json = argv.slice(0, end < 0 ? undefined : end).includes("--json");
	let command = namedIn(argv);
	try {
		const parsed = await parseLine(commands, argv, packageVersion(), terminal);
		if ("text" in parsed) {
			out.text(parsed.text);
			return 0;
		}
		json = parsed.globals.json;
		command = parsed.command.spec.name;
		return await runCommand(parsed, { terminal, out, err, signal });
	} catch (error) {
		if (signal.aborted) return 130;
		return tellFailure(error, { json, err, command });
	}
}

/** The command that a line begins with, if any. */
function namedIn([first = "", second = ""]: readonly string[]): string | undefined {
	const names = commands.map(({ spec }) => spec.name);
	return [first, `${first} ${second}`].find((name) => names.includes(name));
}

/** Two signals within this time are one Ctrl-C: nobody presses it twice that fast. */
const ONCE_MS = 100;

/** The process `holdfast`. */
export async function main(): Promise<void> {
	const stopping = new AbortController();
	let stoppedAt = 0;
	// SIGHUP: the terminal was closed.
	for (const [name, code] of [
		["SIGINT", 130],
		["SIGTERM", 143],
		["SIGHUP", 129],
	] as const) {
		process.on(name, () => {
			// npm forwards a signal that the terminal has sent already: both are one Ctrl-C.
			if (stopping.signal.aborted && performance.now() - stoppedAt < ONCE_MS) return;
			// The second Ctrl-C exits immediately. A write in progress is in the store completely or not at all.
			if (stopping.signal.aborted) process.exit(code);
			stoppedAt = performance.now();
			stopping.abort();
		});
	}
	process.stdout.on("error", (error: NodeJS.ErrnoException) => {
		// `holdfast … | head`: the reader has exited.
		if (error.code === "EPIPE") process.exit(0);
		// For example a full disk: an incomplete output must not look complete.
		process.stderr.write(`✗ cannot write the output: ${error.message}\n`);
		process.exit(1);
	});
	// Nobody reads the standard error: the exit code still shows whether the command succeeded.
	process.stderr.on("error", () => {});
	const code = await runLine(process.argv.slice(2), processTerminal(), stopping.signal);
	process.exitCode = code;
	// After Ctrl-C, unfinished work must not keep the process alive.
	if (stopping.signal.aborted) process.exit(code);
}
