import { blankBody, type SessionUid, type UserId } from "../event/index.ts";
import { TRANSFER_KINDS, type TransferKind, type TransferRow } from "../store/ports/index.ts";
import { beginRun, endRun, LONG, runSeed, span } from "./begin-run.ts";
import { changedFact, factOwner, know } from "./draft-fact.ts";
import { draft, drafts, type Fixture, lifecycle, newUid, seed, user } from "./fixture.ts";

/** The data of a tenant, for tests that move stores and whole installations. */
export interface TransferWorld {
	main: SessionUid;
	child: SessionUid;
	/** Oldest first. */
	facts: string[];
}

/** Fills a tenant with data of every kind. */
export async function fillTenant(t: Fixture): Promise<TransferWorld> {
	const { store, tenant } = t;
	await store.users.change({ tenant, userId: user("ada"), change: { displayName: "Ada \u2028 🚀" }, at: 10 });
	const patch = { set: { plan: '"pro"', "1": '{"b":1,"a":2}' }, unset: [] };
	await store.users.change({
		tenant,
		userId: user("bob \u{1f680}"),
		change: { metadata: patch, variables: patch },
		at: 20,
	});
	const hook = {
		tenant,
		url: "https://hooks.example.com/a",
		agentId: undefined,
		events: ["message"],
		createdAt: 21,
	};
	await store.subscriptions.put({ ...hook, id: "hook" });
	const main = await fillMain(t);
	const child = newUid();
	await t.append(t.name("child"), drafts("for the other"), {
		create: seed({ uid: child, parent: main }),
		run: beginRun("r-child", { rootId: "r-1", parentId: "r-1" }),
	});
	await t.append({ uid: child, tenant }, [draft("done", { runId: "r-child" })], {
		run: { ...endRun("r-child", { outputIndex: 0 }), spans: [span("s-3", "r-1"), span("s-4", "r-child")] },
	});
	await fillPruned(t);
	const target = { uid: main, tenant };
	const forked = { source: target, offset: 1, to: t.name("fork"), uid: newUid(), at: 1_700_000_000_000 };
	await store.sessions.fork({ ...forked, lifecycle: lifecycle("forked") });
	await store.erasure.blank(target, [1], blankBody);
	const facts = await fillFacts(t, main, child);
	await store.index.setEmbedder({
		tenant,
		embedder: { name: "test", dimensions: 3 },
		expected: undefined,
		clear: false,
	});
	await store.index.put({
		tenant,
		uid: main,
		segment: { from: 0, to: 2, documents: 2, vectors: 1, body: new Uint8Array([0, 255, 7]) },
		blanked: 1,
		embedder: "test",
	});
	const job = { id: "j-1", kind: "sweep", payload: { list: [1, "two"] }, dueAt: 5 };
	await store.work.enqueue({ tenant, job, at: 4 });
	await store.documents.put({
		tenant,
		document: { kind: "secret", id: "k-1", body: { hash: "secret" } },
		expect: "absent",
		at: 30,
	});
	const held = { kind: "feed", id: "f-1", body: { said: "x" }, expiresAt: 9_999_999_999_999, uid: main };
	await store.documents.put({ tenant, document: held, expect: "absent", at: 31 });
	return { main, child, facts };
}

async function fillMain(t: Fixture): Promise<SessionUid> {
	const { tenant } = t;
	const name = t.name("main", { user: "ada" });
	const shared = { set: { step: 1, "app:rate": 0.5, "user:lang": "de", "user:9": null } };
	const { uid } = await t.append(name, [draft("hello \u2029", { stateDelta: shared }), draft("a secret")], {
		create: seed({ title: "A title", metadata: { external_id: "x-1", "10": 1, "9": 2 }, createdAt: 1_000 }),
		require: { idempotency: { key: "append 1", fingerprint: "print" } },
		deliveries: [{ url: "https://example.com/hook" }],
		jobs: [{ id: "j-main", kind: "consolidate", payload: {}, dueAt: 6 }],
	});
	const target = { uid, tenant };
	await t.append(target, [draft("run", { runId: "r-1" })], { run: beginRun("r-1", { createdAt: 50 }) });
	await t.append(target, [draft("answer", { runId: "r-1" })], {
		run: { ...endRun("r-1", { usage: { tokens: 3 } }), spans: [span("s-1", "r-1"), span("s-2", "r-1")] },
	});
	await t.append(target, [draft("busy", { runId: "r-2" })], { run: beginRun("r-2") });
	// In a queue order that differs from the order of ids and times.
	await t.store.runs.wait({
		target,
		seed: runSeed("r-9", { createdAt: 90 }),
		queued: draft("first in line").body,
		aliveMs: LONG,
	});
	await t.store.runs.wait({
		target,
		seed: runSeed("r-3", { createdAt: 30 }),
		queued: draft("second in line").body,
		aliveMs: LONG,
	});
	await t.append(target, [], { patch: { consolidatedTo: 3, endedAt: null } });
	return uid;
}

/** A session whose log begins later: its state is in the base. */
async function fillPruned(t: Fixture): Promise<void> {
	const name = t.name("pruned");
	const old = draft("old", { stateDelta: { set: { kept: true, "2": [1] } } });
	await t.append(name, [old, draft("new")], { create: seed({ createdAt: 2_000 }) });
	await t.store.sessions.prune({ name }, { storedBefore: 2_000, consolidatedOnly: false });
}

async function fillFacts(t: Fixture, main: SessionUid, child: SessionUid): Promise<string[]> {
	const change = (at: number, what: string) => ({ at, body: { change: what } });
	const ada = factOwner(t, { user: "ada" });
	const first = await know(
		t,
		ada,
		"likes tea",
		{ entry: new Uint8Array([1, 2, 3]), vector: false, pinned: true },
		{
			sources: [
				{ uid: main, offset: 1 },
				{ uid: child, offset: 0 },
			],
			change: change(1_000, "written"),
		},
	);
	const second = await know(t, ada, "lives in Bonn", { createdAt: 500 }, { change: change(500, "written") });
	const third = await know(t, factOwner(t, { uid: child }), "is in a hurry", { floating: true });
	const shared = await know(t, factOwner(t, { space: "space:team" }), "all use metric", {
		status: "quarantined",
	});
	const put = changedFact(second, {
		content: "lives in Cologne",
		digest: "lives in cologne",
		updatedAt: 3_000,
	});
	await t.store.facts.commit({
		tenant: t.tenant,
		put: [{ ...put, change: change(3_000, "updated"), sources: [{ uid: main, offset: 0 }] }],
		remove: [],
	});
	return [first, second, third, shared].map(({ id }) => id);
}

/** All rows of a kind. */
export async function rowsOf(t: Fixture, kind: TransferKind, limit = 100): Promise<TransferRow[]> {
	const rows: TransferRow[] = [];
	for (let after: TransferRow["key"] | undefined | readonly unknown[]; ; ) {
		const cursor = after as Parameters<typeof t.store.transfer.read>[2]["after"];
		const page = await t.store.transfer.read(t.tenant, kind, { after: cursor, limit });
		rows.push(...page.rows);
		if (!page.next) return rows;
		after = page.next;
	}
}

/** All rows of a tenant, by kind. */
export async function dump(t: Fixture): Promise<Record<string, TransferRow[]>> {
	const all: Record<string, TransferRow[]> = {};
	for (const kind of TRANSFER_KINDS) all[kind] = await rowsOf(t, kind);
	return all;
}

export const ADA = "ada" as UserId;
