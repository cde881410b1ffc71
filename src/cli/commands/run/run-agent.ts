import { HoldfastError } from "../../../error/index.ts";
import type { Json } from "../../../event/index.ts";
import type { RunResult } from "../../../turn/index.ts";
import { runOutput } from "../../../wire/cli/run.ts";
import { chooseSession } from "../../chat/choose-session.ts";
import { defaultUser } from "../../chat/default-user.ts";
import { isCancelled } from "../../chat/tell-failure.ts";
import { tellRun } from "../../chat/tell-run.ts";
import { answers } from "../../command.ts";
import { silenceText } from "../../print/silence.ts";
import { readDuration } from "../../read-duration.ts";
import { dim } from "../../screen/screen.ts";
import type { Terminal } from "../../terminal.ts";
import { UsageError } from "../../usage-error.ts";
import { run } from "./spec.ts";

type Answer = RunResult & { userId?: string };

export const runAgent = answers(run, {
	answer: runOutput,
	async run(call): Promise<Answer> {
		const { args, options, globals, terminal, out, signal } = call;
		const { session, user, idempotencyKey, timeout } = options;
		if (idempotencyKey !== undefined && session === undefined)
			throw new UsageError("--idempotency-key needs --session");
		const seconds = timeout === undefined ? undefined : readDuration(timeout, "--timeout");
		const state = readState(options.state ?? []);
		const input = await readInput(args.input, terminal, signal);
		const hf = await call.open();
		const { ref } = await chooseSession(hf, {
			agentId: args.agent,
			userId: user,
			sessionId: session,
			defaultUser: user === undefined ? await defaultUser(hf, await call.target(), terminal.env) : user,
		});
		const ending = seconds === undefined ? undefined : AbortSignal.timeout(seconds * 1_000);
		const stream = hf.agents.stream({
			...ref,
			input,
			state,
			idempotencyKey,
			signal: ending ? AbortSignal.any([signal, ending]) : signal,
		});
		try {
			const result = await (out.isTty && !globals.json ? tellRun(stream, out, []) : stream.result);
			return { ...result, ...(ref.userId !== undefined && { userId: ref.userId }) };
		} catch (error) {
			if (!ending?.aborted || signal.aborted || !isCancelled(error)) throw error;
			const fields = { runId: stream.runId, sessionId: stream.sessionId };
			throw new HoldfastError("cancelled", `the run took longer than ${timeout} and was cancelled`, fields);
		}
	},
	show({ output, mode, handover, sessionId, userId }, { out, err }) {
		// On a terminal, it was printed while it streamed.
		if (!out.isTty && output !== "") out.line(output);
		if (mode === "manual") err.line(dim(silenceText(handover)));
		if (out.isTty)
			err.line(dim(`session ${sessionId}, ${userId === undefined ? "no user" : `user ${userId}`}`));
	},
});

/** The argument, or the standard input. */
async function readInput(
	typed: string | undefined,
	{ stdin }: Terminal,
	signal: AbortSignal,
): Promise<string> {
	if (typed !== undefined && typed !== "-") return typed;
	if (typed === undefined && stdin.isTTY)
		throw new UsageError(
			'the input is missing; type it after the agent, e.g. `holdfast run support "Hello"`',
		);
	const parts: Buffer[] = [];
	signal.addEventListener("abort", () => stdin.destroy(), { once: true });
	for await (const part of stdin) parts.push(Buffer.from(part));
	const text = Buffer.concat(parts).toString("utf8").trim();
	if (text === "") throw new UsageError("the standard input is empty");
	return text;
}

/** Reads `key=value`. The value is JSON if it is valid JSON, otherwise text. */
function readState(pairs: readonly string[]): Record<string, Json> | undefined {
	if (pairs.length === 0) return undefined;
	return Object.fromEntries(
		pairs.map((pair) => {
			const at = pair.indexOf("=");
			if (at < 1) throw new UsageError(`--state: must be key=value; got "${pair}"`);
			return [pair.slice(0, at), readValue(pair.slice(at + 1))];
		}),
	);
}

function readValue(text: string): Json {
	try {
		return JSON.parse(text) as Json;
	} catch {
		return text;
	}
}
