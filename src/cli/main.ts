import { commands } from "./commands/index.ts";
import { parseLine } from "./parse-line.ts";
import { runCommand, tellFailure } from "./run-command.ts";
import { createScreen } from "./screen/screen.ts";
import { processTerminal, type Terminal } from "./terminal.ts";
import { version } from "./version.ts";

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
	try {
		const parsed = await parseLine(commands, argv, version(), terminal);
		if ("text" in parsed) {
			out.text(parsed.text);
			return 0;
		}
		json = parsed.globals.json;
		return await runCommand(parsed, { terminal, out, err, signal });
	} catch (error) {
		if (signal.aborted) return 130;
		return tellFailure(error, { json, err });
	}
}

/** Nobody presses Ctrl-C twice as fast. */
const ONCE_MS = 100;

/** The process `holdfast`. */
export async function main(): Promise<void> {
	const stopping = new AbortController();
	let stoppedAt = 0;
	for (const name of ["SIGINT", "SIGTERM"] as const) {
		process.on(name, () => {
			// npm passes on what the terminal has sent already: both are one.
			if (stopping.signal.aborted && performance.now() - stoppedAt < ONCE_MS) return;
			// The second time is meant: whatever is under way is in the store or is not.
			if (stopping.signal.aborted) process.exit(name === "SIGINT" ? 130 : 143);
			stoppedAt = performance.now();
			stopping.abort();
		});
	}
	// `holdfast … | head`: who reads has had enough.
	for (const stream of [process.stdout, process.stderr])
		stream.on("error", (error: NodeJS.ErrnoException) => {
			process.exit(error.code === "EPIPE" ? 0 : 1);
		});
	process.exitCode = await runLine(process.argv.slice(2), processTerminal(), stopping.signal);
}
