import { PassThrough } from "node:stream";
import { setImmediate as nextTurn } from "node:timers/promises";
import { runLine } from "../../src/cli/main.ts";
import { CTRL_C, type Surroundings, type Typed } from "./start-process.ts";
import { type Size, watchScreen } from "./watched-screen.ts";

/**
 * A command in the process of the test, on a terminal that is played: the same as `inTerminal` for those who type and read,
 * and much faster to start. The walk has every command in a real one.
 */
export function typeHere(
	args: readonly string[],
	{ cwd, env }: Surroundings,
	size: Size = {},
): Omit<Typed, "pid" | "kill" | "resize"> {
	const { print, end, ...watched } = watchScreen(size, { isRaw: true });
	const stopping = new AbortController();
	const output = (): PassThrough => {
		const stream = Object.assign(new PassThrough(), { isTTY: true, columns: watched.terminal.cols });
		stream.setEncoding("utf8").on("data", print);
		return stream;
	};
	const stdin = Object.assign(new PassThrough(), { isTTY: true });
	const around = { stdin, stdout: output(), stderr: output(), cwd };
	const run = async (): Promise<number> => {
		const code = await runLine(args, { ...around, env: { TERM: "xterm-256color", ...env } }, stopping.signal);
		// What was written is read a moment later.
		await nextTurn();
		await end();
		return code;
	};
	return {
		...watched,
		ended: run(),
		type(text) {
			if (text.includes(CTRL_C)) stopping.abort();
			// As a terminal does: what is typed is shown, and the key Enter ends a line.
			const typed = text.replaceAll(CTRL_C, "").replaceAll("\r", "\n");
			print(typed);
			stdin.write(typed);
		},
	};
}
