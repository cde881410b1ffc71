import { describe, expect, it } from "vitest";
import type { AgentId, SessionUid, TenantId } from "../../event/index.ts";
import type { AppendUnit, EventDraft, RunFacts, RunRecord, RunWrite } from "./index.ts";
import { planAppend, planRun } from "./index.ts";

const event = (body: string, kind: EventDraft["kind"] = "message"): EventDraft => ({
	kind,
	source: "user",
	runId: undefined,
	body,
	writes: [],
});

const run = (id: string, status: RunRecord["status"], expired = false): RunRecord => ({
	id,
	parentId: undefined,
	rootId: id,
	detail: {},
	createdAt: 1,
	status,
	expired,
	tenant: "t" as TenantId,
	uid: "u" as SessionUid,
	agentId: "a" as AgentId,
	userId: undefined,
	sessionId: "s",
	queued: status === "pending" ? `q${id}` : undefined,
	fence: undefined,
	inputOffset: undefined,
	outputOffset: undefined,
	endOffset: undefined,
	usage: undefined,
	error: undefined,
	startedAt: undefined,
	endedAt: undefined,
});

const begin = (id: string, replace = false): RunWrite => ({
	id,
	begin: {
		seed: { id, parentId: undefined, rootId: id, detail: {}, createdAt: 1 },
		aliveMs: 1000,
		replace,
		close: ({ id: closed, queued }, { status }) => [
			...(queued === undefined ? [] : [event(queued)]),
			event(`${closed} ${status}`, "status"),
		],
	},
});

const unit = (write: RunWrite, events: EventDraft[] = []): AppendUnit => ({
	target: { uid: "u" as SessionUid, tenant: "t" as TenantId },
	create: undefined,
	events,
	reopen: () => event("reopened", "session"),
	patch: {},
	jobs: [],
	deliveries: [],
	endDeliveries: [],
	run: write,
	require: {},
	at: 200,
});

const HEAD = 10;
const plan = (write: RunWrite, facts: Partial<RunFacts> = {}, events: EventDraft[] = []) =>
	planRun({ write, facts: { run: undefined, line: [], ...facts }, unit: unit(write, events), head: HEAD });

function refusal(...given: Parameters<typeof plan>): unknown {
	try {
		plan(...given);
	} catch (error) {
		return error;
	}
	return "accepted";
}

const noTurn = (runId: string) => ({ code: "conflict", precondition: "turn", runId });
const is = (status: string) => ({ code: "conflict", precondition: "run", status });

describe("planRun, the turn", () => {
	it("AG7: is free if the queue is empty, and not while a run has it or is ahead in the queue", () => {
		expect(plan(begin("x"))).toMatchObject({ closed: [], prelude: [], advanceFence: true });
		expect(refusal(begin("x"), { line: [run("a", "running")] })).toMatchObject(noTurn("a"));
		expect(refusal(begin("x"), { line: [run("a", "pending")] })).toMatchObject(noTurn("a"));
		const line = [run("a", "pending"), run("b", "pending"), run("c", "running")];
		expect(refusal(begin("x"), { line })).toMatchObject(noTurn("c"));
	});

	it("AG7: goes to waiting runs in order, before later ones", () => {
		const line = [run("a", "pending"), run("x", "pending"), run("c", "pending")];
		const mine = { status: "pending", expired: false, here: true } as const;
		expect(refusal(begin("x"), { run: mine, line })).toMatchObject(noTurn("a"));
		expect(plan(begin("x"), { run: mine, line: line.slice(1) }).closed).toEqual([]);
		// A run that replaced another one runs while others, ahead in the queue, still wait.
		const jumped = [run("x", "pending"), run("c", "running")];
		expect(refusal(begin("x"), { run: mine, line: jumped })).toMatchObject(noTurn("c"));
		expect(plan(begin("x", true), { run: mine, line: jumped }).closed).toHaveLength(1);
	});

	it("AG8: expired runs ahead are closed in queue order; expired runs after it stay", () => {
		const line = [
			run("a", "pending", true),
			run("b", "running", true),
			run("x", "pending", true),
			run("d", "pending", true),
		];
		const mine = { status: "pending", expired: true, here: true } as const;
		const { closed, prelude } = plan(begin("x"), { run: mine, line });
		expect(prelude.map(({ body }) => body)).toEqual(["qa", "a failed", "b failed"]);
		expect(closed).toMatchObject([
			{ run: { id: "a" }, closing: { status: "failed" }, inputOffset: 10, endOffset: 11 },
			{ run: { id: "b" }, closing: { status: "failed" }, inputOffset: undefined, endOffset: 12 },
		]);
		expect(closed.map(({ closing }) => closing.error)).toEqual([
			{ code: "unavailable", message: "the process queueing it died: its lease ran out" },
			{ code: "unavailable", message: "the process running it died: its lease ran out" },
		]);
	});

	it("AG7: replace closes the running run and goes ahead of waiting ones", () => {
		const line = [run("a", "pending"), run("b", "running")];
		const { closed } = plan(begin("x", true), { line });
		expect(closed).toMatchObject([
			{
				run: { id: "b" },
				closing: { status: "superseded", error: { code: "cancelled", message: "replaced by run x" } },
			},
		]);
	});

	it("AG8: a run begins once, in its own session", () => {
		for (const status of ["running", "completed", "failed"] as const) {
			expect(refusal(begin("x"), { run: { status, expired: false, here: true } })).toMatchObject(is(status));
		}
		const elsewhere = { status: "pending", expired: false, here: false } as const;
		expect(refusal(begin("x"), { run: elsewhere })).toMatchObject(is("pending"));
	});
});

describe("planRun, the end", () => {
	const here = (status: RunRecord["status"], expired = false) => ({ run: { status, expired, here: true } });

	it("AG8: only an open run can be ended or renewed; with onlyExpired, only an expired one", () => {
		const end = { id: "x", end: { status: "completed" as const } };
		expect(plan(end, here("pending")).advanceFence).toBe(false);
		expect(refusal(end, here("superseded"))).toMatchObject(is("superseded"));
		expect(refusal({ id: "x", renewMs: 5 }, here("cancelled"))).toMatchObject(is("cancelled"));
		expect(refusal({ id: "x", spans: [] }, here("cancelled"))).toBe("accepted");
		const dead = { id: "x", end: { status: "failed" as const, onlyExpired: true as const } };
		expect(refusal(dead, here("running"))).toMatchObject(is("running"));
		expect(plan(dead, here("running", true)).advanceFence).toBe(true);
		expect(plan(dead, here("pending", true)).advanceFence).toBe(false);
	});

	it("AG8: a run of another session, or none, is not found", () => {
		const end = { id: "x", end: { status: "completed" as const } };
		expect(refusal(end)).toMatchObject({ code: "not_found" });
		const elsewhere = { run: { status: "running", expired: false, here: false } } as const;
		expect(refusal(end, elsewhere)).toMatchObject({ code: "not_found" });
	});

	it("AG9: offsets count from the unit's first own event", () => {
		const events = [event("a"), event("b"), event("c")];
		const end = { status: "completed" as const, outputIndex: 1 };
		const line = [run("a", "running", true)];
		expect(plan({ ...begin("x"), end }, { line }, events)).toMatchObject({
			inputOffset: 11,
			outputOffset: 12,
			endOffset: 13,
		});
		const late = plan({ id: "x", end: { ...end, inputIndex: 2, outputIndex: 9 } }, here("pending"), events);
		expect(late).toMatchObject({ inputOffset: 12, outputOffset: undefined, endOffset: 12 });
		expect(plan({ id: "x", end }, here("running"))).toMatchObject({ inputOffset: undefined, endOffset: 9 });
		const empty = planRun({
			write: { id: "x", end },
			facts: { ...here("running"), line: [] },
			unit: unit({ id: "x" }),
			head: 0,
		});
		expect(empty.endOffset).toBeUndefined();
	});
});

it("AG7, SE9: planAppend puts what closes others first, then the unit, then the reopening, and counts it all", () => {
	const head = {
		mode: "auto" as const,
		head: HEAD,
		messageCount: 2,
		endedAt: 5,
		fence: 3,
		lastRunId: "old",
		consolidatedTo: 0,
		updatedAt: 1,
	};
	const line = [run("a", "pending", true)];
	const planned = planAppend(head, unit(begin("x"), [event("mine")]), { run: undefined, line });
	expect(planned.events.map(({ body }) => body)).toEqual(["qa", "a failed", "mine", "reopened"]);
	expect(planned).toMatchObject({
		from: 10,
		firstOffset: 12,
		run: { inputOffset: 12 },
		next: { head: 14, messageCount: 4, fence: 4, lastRunId: "x", endedAt: undefined },
	});
	// Asked for twice, the fence still moves by one.
	const twice = { ...unit(begin("x")), patch: { advanceFence: true, lastRunId: "named" } };
	expect(planAppend(head, twice, { run: undefined, line: [] }).next).toMatchObject({
		fence: 4,
		lastRunId: "named",
	});
});
