import { HoldfastError } from "../../error/index.ts";
import type { Holdfast } from "../../interface.ts";
import { emptyRecall } from "../../turn/context/recalled.ts";
import type { Run, RunEvent, RunListOptions, RunResult } from "../../turn/index.ts";
import { list, page } from "../../wire/page.ts";
import { run, runEvent } from "../../wire/run.ts";
import { runListQuery, runStreamQuery } from "../../wire/run-query.ts";
import { span } from "../../wire/span.ts";
import { type Call, operation } from "../operation.ts";
import { resumeAfter } from "../streams/resume-after.ts";
import { streamRun } from "../streams/stream-run.ts";
import { isOwnRun, noRun, ownRun, ownUser } from "./own.ts";
import { said } from "./query.ts";
import { readWithin } from "./read-within.ts";

/** Rejects a run of another user as if it did not exist. */
async function checkRun({ hf, caller, params }: Pick<Call, "hf" | "caller" | "params">): Promise<void> {
	const own = ownUser(caller);
	if (own === undefined) return;
	const id = params.id ?? "";
	if (!isOwnRun(await hf.runs.get(id), own)) throw noRun(id);
}

/** The result of a run from its record and the log, for callers that come after its end. */
async function resultOf(hf: Holdfast, id: string): Promise<RunResult> {
	const run = await hf.runs.get(id);
	const { sessionId, status, output = "", usage = {}, recalled = emptyRecall(), mode } = run;
	if (status !== "completed") throw failureOf(run);
	const session = hf.session(run);
	const events = await readWithin((part) => session.events(part), { runId: id, limit: 10_000 });
	return {
		runId: id,
		sessionId,
		status,
		output,
		...(mode !== undefined && { mode }),
		usage,
		events,
		recalled,
	} as RunResult;
}

function failureOf({ id, sessionId, status, error }: Run): HoldfastError {
	const code = (error?.code ?? (status === "failed" ? "model_failed" : "cancelled")) as HoldfastError["code"];
	const message = error?.message ?? `the run is ${status}`;
	return new HoldfastError(code, message, { runId: id, sessionId, status });
}

const OPEN: readonly Run["status"][] = ["pending", "running"];

export const runs = [
	operation({
		id: "runs.list",
		method: "GET",
		path: "/v1/runs",
		access: "read",
		summary: "List runs, newest first",
		query: runListQuery,
		answer: page(run),
		handle: async ({ hf, query: { agent, user, session, ...filter } }) => {
			const options = said({ ...filter, agentId: agent, userId: user, sessionId: session });
			return { json: await hf.runs.list(options as RunListOptions) };
		},
	}),
	operation({
		id: "runs.get",
		method: "GET",
		path: "/v1/runs/:id",
		access: "read",
		summary: "Get a run",
		answer: run,
		handle: async ({ hf, params }) => ({ json: await hf.runs.get(params.id ?? "") }),
	}),
	operation({
		id: "runs.delete",
		method: "DELETE",
		path: "/v1/runs/:id",
		access: "agent",
		summary: "Delete the record of a run that has ended. Its messages stay",
		handle: async ({ hf, params }) => {
			await hf.runs.delete(params.id ?? "");
			return {};
		},
	}),
	operation({
		id: "runs.cancel",
		method: "POST",
		path: "/v1/runs/:id/cancel",
		access: "agent",
		user: true,
		summary: "Cancel a run immediately, in whichever process it runs",
		answer: run,
		handle: async (call) => {
			await checkRun(call);
			const ended = await call.hf.runs.cancel(call.params.id ?? "");
			return { json: ownUser(call.caller) === undefined ? ended : ownRun(ended, call.caller) };
		},
	}),
	operation({
		id: "runs.trace",
		method: "GET",
		path: "/v1/runs/:id/trace",
		access: "read",
		summary: "Get the trace of a run: its spans",
		answer: list(span),
		handle: async ({ hf, params }) => ({ json: { items: await hf.runs.trace(params.id ?? "") } }),
	}),
	operation({
		id: "runs.stream",
		method: "GET",
		path: "/v1/runs/:id/stream",
		access: "read",
		user: true,
		summary: "Stream a run as server-sent events, starting after `after` or `Last-Event-ID`",
		long: true,
		query: runStreamQuery,
		answer: runEvent,
		answerType: "text/event-stream",
		handle: async (call) => {
			const after = resumeAfter(call.request, call.query.after);
			await checkRun(call);
			const id = call.params.id ?? "";
			const items = await begun(call.hf, id, call.hf.runs.stream(id, said({ after })));
			return { stream: streamRun(call, items, () => resultOf(call.hf, id)) };
		},
	}),
];

type RunEvents = AsyncIterator<RunEvent, void, undefined>;

const isCode = (error: unknown, code: HoldfastError["code"]): boolean =>
	HoldfastError.isInstance(error) && error.code === code;

/**
 * If the run cannot be streamed at all, that is a normal error response. A run that is silent for a while is not an
 * error.
 */
async function begun(hf: Holdfast, id: string, items: RunEvents): Promise<RunEvents> {
	let first: Promise<IteratorResult<RunEvent, void>> | undefined = items.next();
	first.catch(() => {});
	const known = await hf.runs.get(id).catch((error) => {
		if (!isCode(error, "not_found")) throw error;
	});
	// An unknown run may not have started yet. A run that has ended has an event immediately.
	if (!known || !OPEN.includes(known.status)) await first;
	return {
		next() {
			const next = first ?? items.next();
			first = undefined;
			return next;
		},
		return: async () => (await items.return?.()) ?? { done: true, value: undefined },
	};
}
