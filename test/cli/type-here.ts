import { PassThrough } from "node:stream";
import xterm from "@xterm/headless";
import { runLine } from "../../src/cli/main.ts";
import { CTRL_C, type Surroundings, type Typed } from "./start-process.ts";

/**
 * A command in the process of the test, on a terminal that is played: the same as `inTerminal` for those who type and read,
 * and much faster to start. The walk has every command in a real one.
 */
export function typeHere(
	args: readonly string[],
	{ cwd, env }: Surroundings,
	{ columns = 100, rows = 40 }: { columns?: number; rows?: number } = {},
): Omit<Typed, "pid" | "kill" | "resize"> {
	const terminal = new xterm.Terminal({
		...{ cols: columns, rows, scrollback: 10_000, allowProposedApi: true, convertEol: true },
	});
	const stopping = new AbortController();
	let [bytes, isOver] = ["", false];
	const watchers = new Set<() => void>();
	const changed = (): void => {
		for (const watch of watchers) watch();
	};
	const print = (part: string): void => {
		bytes += part;
		terminal.write(part, changed);
	};
	const output = (): PassThrough => {
		const stream = Object.assign(new PassThrough(), { isTTY: true, columns });
		stream.setEncoding("utf8").on("data", print);
		return stream;
	};
	const stdin = Object.assign(new PassThrough(), { isTTY: true });
	const around = { stdin, stdout: output(), stderr: output(), cwd };
	const run = async (): Promise<number> => {
		const code = await runLine(args, { ...around, env: { TERM: "xterm-256color", ...env } }, stopping.signal);
		// What was written is read a moment later.
		await new Promise((resolve) => setImmediate(resolve));
		isOver = true;
		await new Promise<void>((resolve) => terminal.write("", resolve));
		changed();
		return code;
	};
	const read = (): string => {
		const { active } = terminal.buffer;
		const lines = Array.from(
			{ length: active.length },
			(_, i) => active.getLine(i)?.translateToString(true) ?? "",
		);
		return lines.join("\n").trimEnd();
	};
	return {
		terminal,
		ended: run(),
		screen: () => new Promise((resolve) => terminal.write("", () => resolve(read()))),
		bytes: () => bytes,
		until: (pattern) =>
			new Promise((resolve, reject) => {
				const look = (): void => {
					const text = read();
					const isThere = typeof pattern === "string" ? text.includes(pattern) : pattern.test(text);
					if (!isThere && !isOver) return;
					watchers.delete(look);
					if (isThere) resolve(text);
					else reject(new Error(`ended without ${String(pattern)}; the screen:\n${text}`));
				};
				watchers.add(look);
				look();
			}),
		type(text) {
			if (text.includes(CTRL_C)) stopping.abort();
			// As a terminal does: what is typed is shown, and the key Enter ends a line.
			const typed = text.replaceAll(CTRL_C, "").replaceAll("\r", "\n");
			print(typed);
			stdin.write(typed);
		},
	};
}
