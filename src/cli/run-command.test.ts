import { PassThrough } from "node:stream";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { HoldfastError } from "../error/index.ts";
import { answers, bind, command } from "./command.ts";
import { runCommand, tellFailure } from "./run-command.ts";
import { createScreen } from "./screen/screen.ts";

const around = (signal: AbortSignal) => {
	const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
	const terminal = { stdin, stdout, stderr, env: {}, cwd: "/" };
	const said = (): string => String(stderr.read() ?? "");
	return { terminal, out: createScreen(stdout, {}), err: createScreen(stderr, {}), signal, said };
};

describe("IF4: Ctrl-C", () => {
	beforeEach(() => void vi.useFakeTimers());
	afterEach(() => void vi.useRealTimers());

	const invoke = (run: () => Promise<unknown>, signal: AbortSignal, drains = false) => {
		const spec = command({ name: "wait", about: "wait", examples: [], ...(drains && { drains }) });
		const implementation = answers(spec, { answer: z.unknown(), run, show: () => {} });
		const invocation = { command: bind(spec, async () => implementation), args: {}, options: {} };
		const surroundings = around(signal);
		const code = runCommand({ ...invocation, globals: { json: false, yes: false } }, surroundings);
		return { code, said: surroundings.said };
	};
	const never = (): Promise<never> => new Promise(() => {});

	test("ends a command that waits for what never comes, after a moment", async () => {
		const stopping = new AbortController();
		const { code, said } = invoke(never, stopping.signal);
		stopping.abort();
		await vi.advanceTimersByTimeAsync(2_000);
		expect(await code).toBe(130);
		expect(said()).toMatch(/^Interrupted/);
	});

	test("leaves a command the time to stop at a clean point, and a server all that it takes", async () => {
		const stopping = new AbortController();
		const soon = () => new Promise((resolve) => setTimeout(resolve, 1_500));
		const late = () => new Promise((resolve) => setTimeout(resolve, 10_000));
		const [clean, server] = [invoke(soon, stopping.signal), invoke(late, stopping.signal, true)];
		stopping.abort();
		await vi.advanceTimersByTimeAsync(10_000);
		expect(await Promise.all([clean.code, server.code])).toEqual([0, 0]);
		expect(clean.said() + server.said()).toBe("");
		expect(vi.getTimerCount()).toBe(0);
	});
});

describe("IF4: questions", () => {
	test("a name cannot make a question of its own", async () => {
		const spec = command({ name: "drop", about: "drop", examples: [], asks: true });
		const name = "x?\n? Delete nothing";
		const implementation = answers(spec, {
			answer: z.unknown(),
			show: () => {},
			run: ({ confirm }) => confirm(`Delete ${name}?`),
		});
		const invocation = { command: bind(spec, async () => implementation), args: {}, options: {} };
		const asked = runCommand(
			{ ...invocation, globals: { json: false, yes: false } },
			around(new AbortController().signal),
		);
		await expect(asked).rejects.toThrow(/^Delete x\? \? Delete nothing\?\nThere is no terminal/);
	});
});

describe("what a server says of a failure", () => {
	test("candidates are a line each, whatever they are", () => {
		const { err, said } = around(new AbortController().signal);
		const candidates = [{ sessionId: "a\nb", agentId: "\u001b[2J" }, null, 5, { userId: {} }];
		const error = new HoldfastError("ambiguous", "which one?", { candidates });
		expect(tellFailure(error, { json: false, err })).toBe(1);
		expect(said()).toBe("✗ which one?\n  a b --agent \u241b[2J\n  null\n  5\n  --user [object Object]\n");
	});
});
