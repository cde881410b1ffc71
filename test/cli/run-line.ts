import { PassThrough } from "node:stream";
import { runLine } from "../../src/cli/main.ts";
import type { Ended, Surroundings } from "./start-process.ts";

/**
 * A command in the process of the test: fast, for the many ways in which one can be called. Without `columns` there is
 * no terminal; with them the output is one, and `input` is what is typed.
 */
export async function runHere(
	args: readonly string[],
	{ cwd, env }: Surroundings,
	{ input = "", columns, signal }: { input?: string; columns?: number; signal?: AbortSignal } = {},
): Promise<Ended> {
	const isTTY = columns !== undefined;
	const stream = (): PassThrough =>
		Object.assign(new PassThrough({ highWaterMark: 2 ** 30 }), { isTTY, columns });
	const [stdin, stdout, stderr] = [stream(), stream(), stream()];
	stdin.end(input);
	const terminal = { stdin, stdout, stderr, env, cwd };
	const code = await runLine(args, terminal, signal ?? new AbortController().signal);
	const read = (from: PassThrough): string => String(from.read() ?? "");
	return { code, stdout: read(stdout), stderr: read(stderr) };
}
