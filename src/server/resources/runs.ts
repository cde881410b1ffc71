import { z } from "zod";
import { HoldfastError } from "../../error/index.ts";
import type { Holdfast } from "../../interface.ts";
import { emptyRecall } from "../../turn/context/recalled.ts";
import type { Run, RunEvent, RunListOptions, RunResult } from "../../turn/index.ts";
import { type Call, operation } from "../operation.ts";
import { resumeAfter } from "../streams/resume-after.ts";
import { streamRun } from "../streams/stream-run.ts";
import { isOwnRun, noRun, ownRun, ownUser } from "./own.ts";
import { cursorQuery, integer, said, text, words } from "./query.ts";
import { readWithin } from "./read-within.ts";
import { list, page } from "./shapes.ts";
import { run, runEvent, span } from "./shapes-runs.ts";

/** Refuses a run that is not the user's, as one that does not exist. */
async function checkRun({ hf, caller, params }: Pick<Call, "hf" | "caller" | "params">): Promise<void> {
	const own = ownUser(caller);
	if (own === undefined) return;
	const id = params.id ?? "";
	if (!isOwnRun(await hf.runs.get(id), own)) throw noRun(id);
}

/** What a run has come to, from its record and the log: for who comes when it is over. */
async function resultOf(hf: Holdfast, id: string): Promise<RunResult> {
	const run = await hf.runs.get(id);
	const { sessionId, status, output = "", usage = {}, recalled = emptyRecall(), mode } = run;
	if (status !== "completed") throw failureOf(run);
	const session = hf.session(run);
	const events = await readWithin((part) => session.events(part), { runId: id, limit: 10_000 });
	return {
		...{ runId: id, sessionId, status, output },
		...(mode !== undefined && { mode }),
		...{ usage, events, recalled },
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
		summary: "Runs, newest first",
		query: z.strictObject({
			agent: text.optional(),
			user: text.optional(),
			session: text.optional(),
			rootRunId: text.optional(),
			status: words.optional(),
			...cursorQuery.shape,
		}),
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
		summary: "One run",
		answer: run,
		handle: async ({ hf, params }) => ({ json: await hf.runs.get(params.id ?? "") }),
	}),
	operation({
		id: "runs.delete",
		method: "DELETE",
		path: "/v1/runs/:id",
		access: "agent",
		summary: "Removes the record of a run that has ended; what was said stays",
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
		summary: "Ends a run at once, wherever it runs",
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
		summary: "What a run did, span by span",
		answer: list(span),
		handle: async ({ hf, params }) => ({ json: { items: await hf.runs.trace(params.id ?? "") } }),
	}),
	operation({
		id: "runs.stream",
		method: "GET",
		path: "/v1/runs/:id/stream",
		access: "read",
		user: true,
		summary: "A run as it happens, from behind `after` or `Last-Event-ID`, as server-sent events",
		long: true,
		query: z.strictObject({ after: integer.optional() }),
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

/** What cannot be streamed at all is an answer of its own; a run that says nothing for a while is not. */
async function begun(hf: Holdfast, id: string, items: RunEvents): Promise<RunEvents> {
	let first: Promise<IteratorResult<RunEvent, void>> | undefined = items.next();
	first.catch(() => {});
	const known = await hf.runs.get(id).catch((error) => {
		if (!isCode(error, "not_found")) throw error;
	});
	// One that is not known may only just have been asked for; one that is over has something to say at once.
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
