import { packageVersion } from "../config/package-files.ts";
import { commands } from "./commands/index.ts";
import { parseLine } from "./parse-line.ts";
import { runCommand, tellFailure } from "./run-command.ts";
import { createScreen } from "./screen/screen.ts";
import { processTerminal, type Terminal } from "./terminal.ts";

/** Does what was typed, and gives the exit code. */
export async function runLine(
	argv: readonly string[],
	terminal: Terminal,
	signal: AbortSignal,
): Promise<number> {
	const out = createScreen(terminal.stdout, terminal.env);
	const err = createScreen(terminal.stderr, terminal.env);
	// Before it is parsed the line may be wrong: what follows `--` is no option.
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

/** The command that a line begins with, where it does. */
function namedIn([first = "", second = ""]: readonly string[]): string | undefined {
	const names = commands.map(({ spec }) => spec.name);
	return [first, `${first} ${second}`].find((name) => names.includes(name));
}

/** Nobody presses Ctrl-C twice as fast. */
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
			// npm passes on what the terminal has sent already: both are one.
			if (stopping.signal.aborted && performance.now() - stoppedAt < ONCE_MS) return;
			// The second time is meant: whatever is under way is in the store or is not.
			if (stopping.signal.aborted) process.exit(code);
			stoppedAt = performance.now();
			stopping.abort();
		});
	}
	process.stdout.on("error", (error: NodeJS.ErrnoException) => {
		// `holdfast … | head`: who reads has had enough.
		if (error.code === "EPIPE") process.exit(0);
		// A full disk: half of an output must not pass for all of it.
		process.stderr.write(`✗ the output cannot be written: ${error.message}\n`);
		process.exit(1);
	});
	// Nobody reads what is said beside the output: whether it worked is told by the exit code all the same.
	process.stderr.on("error", () => {});
	const code = await runLine(process.argv.slice(2), processTerminal(), stopping.signal);
	process.exitCode = code;
	// Whatever was not waited for after Ctrl-C does not hold the process.
	if (stopping.signal.aborted) process.exit(code);
}
