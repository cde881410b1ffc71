import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../event/index.ts";
import { beginRun, endRun, LONG, runSeed, span } from "../begin-run.ts";
import { agent, draft, type Fixture, newUid, type Setup, seed, user } from "../fixture.ts";

/** Changes everything inside a value that can be changed. */
function vandalise(value: unknown): void {
	if (value instanceof Map) {
		value.clear();
		value.set("vandal", "1");
		return;
	}
	if (typeof value !== "object" || value === null) return;
	for (const key of Object.keys(value)) {
		const members = value as Record<string, unknown>;
		vandalise(members[key]);
		if (typeof members[key] !== "object") members[key] = "vandal";
	}
	if (Array.isArray(value)) value.push("vandal");
	else (value as Record<string, unknown>).vandal = true;
}

/** Inputs and results are copies. */
export function describeCopies(setup: Setup): void {
	const furnished = async () => {
		const t = setup();
		const name = t.name("s", { user: "u" });
		const nested = (): JsonObject => ({ deep: { list: [1, { x: 1 }] } });
		const metadata = nested();
		const create = seed({ metadata: nested(), state: [{ key: "initial", value: "1" }] });
		const patch = { metadata: { set: { patched: nested() }, unset: [] } };
		const jobs = [{ id: newUid(), kind: "consolidate", payload: nested(), dueAt: 1 }];
		const events = [draft("a", { stateDelta: { set: { k: 1, "user:k": 1, "app:k": 1 } } })];
		const deliveries = [{ url: "https://example.com/" }];
		const change = { variables: { set: nested(), unset: [] }, metadata: { set: metadata, unset: [] } };
		const run = { ...beginRun("r", { detail: nested() }), spans: [span("1", "r", { attributes: nested() })] };
		const end = endRun("r", { usage: nested(), error: nested(), detail: nested() });
		const waiting = runSeed("waits", { detail: nested() });
		await t.append(name, events, { create, patch, jobs, deliveries, run });
		await t.append(name, [], { run: end });
		await t.store.runs.wait({ target: { name }, seed: waiting, queued: "q", aliveMs: LONG });
		await t.store.users.change({ tenant: t.tenant, userId: user("u"), change, at: 1 });
		return { t, name, given: { create, patch, jobs, events, deliveries, change, run, end, waiting } };
	};
	const look = async (t: Fixture, name: ReturnType<Fixture["name"]>): Promise<unknown[]> => [
		await t.snapshot(name),
		await t.store.sessions.list({ tenant: t.tenant, order: "created", limit: 9 }),
		await t.store.sessions.stateAsOf({ name }, 0),
		await t.store.state.shared({ tenant: t.tenant, agentId: agent("agent"), userId: user("u") }),
		await t.store.users.get(t.tenant, user("u")),
		await t.store.users.list(t.tenant, { after: undefined, limit: 9 }),
		await t.store.users.find({ tenant: t.tenant, match: [], limit: 9 }),
		await t.store.runs.get(t.tenant, "r"),
		await t.store.runs.spans(t.tenant, "r"),
	];

	describe("copies", () => {
		it("SE4: changing the result of a call does not change stored data", async () => {
			const { t, name } = await furnished();
			const before = structuredClone(await look(t, name));
			vandalise(await look(t, name));
			vandalise(await t.store.users.change({ tenant: t.tenant, userId: user("u"), change: {}, at: 1 }));
			expect(await look(t, name)).toEqual(before);
		});

		it("SE4: changing the arguments after a call does not change stored data", async () => {
			const { t, name, given } = await furnished();
			const before = await look(t, name);
			vandalise(given);
			expect(await look(t, name)).toEqual(before);
		});

		it("SE11: an import is a copy of its plan", async () => {
			const t = setup();
			const name = t.name("s");
			const plan = {
				name,
				uid: newUid(),
				mode: "auto" as const,
				title: "t",
				metadata: { deep: { list: [1] } },
				baseState: new Map([["k", "1"]]),
				base: 0,
				head: 1,
				lastRunId: undefined,
				storedAt: 1,
				createdAt: 1,
				updatedAt: 1,
				endedAt: undefined,
				events: [{ ...draft("a"), offset: 0 }],
				onConflict: "fail" as const,
			};
			await t.store.sessions.load(plan);
			const before = await t.snapshot(name);
			vandalise([plan.metadata, plan.baseState, plan.events]);
			expect(await t.snapshot(name)).toEqual(before);
		});
	});
}
