import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import type { TenantId } from "../../src/event/index.ts";
import { copyStore, holdfast, memoryStore, type Store } from "../../src/index.ts";
import { postgres } from "../../src/store/postgres/index.ts";
import { sqlite } from "../../src/store/sqlite/index.ts";
import { createFixture } from "../../src/testing/fixture.ts";
import { fillTenant } from "../../src/testing/transfer-world.ts";
import { postgresMissing } from "../postgres/server/find-binaries.ts";
import { newSchema } from "../postgres/server/test-database.ts";
import { gathered, said } from "./drafts.ts";
import { refusal } from "./refusal.ts";

const TENANTS = ["acme", "Zürich \u{1f680}"] as const;

function newFile(): Store {
	const folder = mkdtempSync(join(tmpdir(), "holdfast-copy-"));
	onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
	return sqlite(join(folder, "store.db"), { durability: "normal" });
}

/** Two tenants with something of every kind, and a key of each. */
async function fill(store: Store): Promise<string[]> {
	const keys: string[] = [];
	for (const tenant of TENANTS) {
		const hf = await holdfast({ store, tenant });
		await hf.memory("support", { userId: "ann" }).writeMany(["Ann likes tea", "Ann lives in Bonn"]);
		keys.push((await hf.keys.create({ scope: "admin" })).key);
		await fillTenant(createFixture(store, tenant as TenantId));
		await hf.close();
	}
	return keys;
}

/** What callers see of a store: exports, runs, and that keys are those they were. */
async function seen(store: Store): Promise<unknown> {
	const all: unknown[] = [];
	for (const tenant of TENANTS) {
		const hf = await holdfast({ store, tenant });
		all.push({
			exported: await gathered(hf.export()),
			runs: (await hf.runs.list({ limit: 100 })).items,
			keys: await hf.keys.list(),
			found: (await hf.memory("support", { userId: "ann" }).search("tea")).hits[0]?.content,
			jobs: await store.work.jobs({ tenant: tenant as TenantId, limit: 100 }),
			deliveries: await store.deliveries.list({ tenant: tenant as TenantId, limit: 100 }),
			spans: await store.runs.spans(tenant as TenantId, "r-1"),
			line: await store.runs.line({
				name: createFixture(store, tenant as TenantId).name("main", { user: "ada" }),
			}),
			segments: (await store.transfer.read(tenant as TenantId, "segments", { after: undefined, limit: 9 }))
				.rows,
		});
		await hf.close();
	}
	return all;
}

describe("SE13 a copy of an installation", { timeout: 120_000 }, () => {
	test.skipIf(postgresMissing)(
		"goes from memory to SQLite, to PostgreSQL and back, with everything",
		async () => {
			const { url, schema, dispose } = await newSchema();
			onTestFinished(dispose);
			const stores = [memoryStore(), newFile(), postgres(url, { schema }), newFile(), memoryStore()];
			const [first] = stores as [Store];
			await fill(first);
			const original = await seen(first);
			for (const [i, to] of stores.slice(1).entries()) {
				const from = stores[i] as Store;
				const report = await copyStore(from, to, { source: `store ${i}` });
				expect(report).toMatchObject({ tenants: 2, removed: 0 });
				expect(report.written).toBe(report.rows);
				expect(new Set(report.verified.map(({ kind }) => kind)).size).toBeGreaterThan(8);
			}
			// Only now: whoever opens a store may change it.
			for (const store of stores.slice(1)) expect(await seen(store)).toEqual(original);
		},
	);

	test("a run's facts are read in the words of its prompt from the copy too (AG9)", async () => {
		const [from, to] = [memoryStore(), newFile()];
		const agents = [{ id: "support" }];
		const hf = await holdfast({ store: from, agents });
		const memory = hf.memory("support", { userId: "ann" });
		const id = await memory.write("Ann lives in Bonn");
		await memory.update(id, { content: "Ann lives in Kiel" });
		const { runId } = await hf.agents.run({
			agentId: "support",
			userId: "ann",
			input: "Where does Ann live?",
		});
		await memory.update(id, { content: "Ann lives in Rome" });
		await hf.close();
		await copyStore(from, to);
		const copy = await holdfast({ store: to, agents });
		onTestFinished(() => copy.close());
		const recalled = (await copy.runs.get(runId)).recalled?.facts[0];
		expect(recalled).toMatchObject({ id, wording: 1 });
		expect(
			await copy.memory("support", { userId: "ann" }).get(id, { wording: recalled?.wording }),
		).toMatchObject({
			content: "Ann lives in Kiel",
			current: "Ann lives in Rome",
		});
	});

	test("verifies with the keys that there were", async () => {
		const [from, to] = [memoryStore(), newFile()];
		const keys = await fill(from);
		await copyStore(from, to);
		const { serve } = await import("../../src/server/index.ts");
		const server = await serve({ store: to, port: 0 });
		onTestFinished(() => server.close());
		const { createClient } = await import("../../src/client/index.ts");
		for (const apiKey of keys) {
			const hf = createClient({ url: server.url, apiKey });
			expect((await hf.sessions.list()).items.length).toBeGreaterThan(3);
			await hf.close();
		}
	});

	test("a second run writes nothing where nothing changed, and what changed where something did", async () => {
		const [from, to] = [newFile(), memoryStore()];
		await fill(from);
		const first = await copyStore(from, to);
		expect(await copyStore(from, to)).toEqual({ ...first, written: 0, removed: 0 });
		const hf = await holdfast({ store: from, tenant: "acme" });
		await hf.sessions.delete({ agentId: "agent", sessionId: "main", userId: "ada" });
		await hf.sessions.rekey({ agentId: "agent", sessionId: "fork" }, { sessionId: "main", userId: "ada" });
		await hf.session({ agentId: "agent", sessionId: "pruned" }).append(said("more"));
		const [fact] = (await hf.memory("support", { userId: "ann" }).list()).items;
		await hf.memory("support", { userId: "ann" }).update(fact?.id ?? "", { content: "Ann left" });
		await hf.users.delete("bob \u{1f680}");
		await hf.close();
		const second = await copyStore(from, to);
		expect(second.removed).toBeGreaterThan(1);
		expect(second.written).toBeLessThan(first.written / 2);
		expect(await seen(to)).toEqual(await seen(from));
	});

	test("a source that changes meanwhile is noticed, and the next run brings it over", async () => {
		const [from, to] = [memoryStore(), newFile()];
		await fill(from);
		const hf = await holdfast({ store: from, tenant: "acme" });
		onTestFinished(() => hf.close());
		let isChanged = false;
		const onProgress = ({ phase }: { phase: string }): void => {
			if (isChanged || phase !== "verify") return;
			isChanged = true;
			void hf.users.upsert("late");
			void hf.session({ agentId: "agent", sessionId: "late" }).append(said("late"));
		};
		const error = await refusal(copyStore(from, to, { onProgress }), "conflict");
		expect(error.fields).toMatchObject({ precondition: "unchanged" });
		expect(error.message).toContain("run the copy again");
		const again = await copyStore(from, to);
		expect(again.written).toBeGreaterThan(0);
		expect(again.written).toBeLessThan(10);
		expect(await seen(to)).toEqual(await seen(from));
	});

	test("is refused where it would mix or undo: other data, another source, a copy that was used", async () => {
		const [from, to, other] = [memoryStore(), newFile(), memoryStore()];
		await fill(from);
		const used = await holdfast({ store: other });
		await used.users.upsert("ann");
		expect((await refusal(copyStore(from, other), "conflict")).fields.precondition).toBe("empty");
		await used.close();
		await copyStore(from, to, { source: "a" });
		expect((await refusal(copyStore(from, to, { source: "b" }), "conflict")).fields.precondition).toBe(
			"source",
		);
		const hf = await holdfast({ store: to, tenant: "acme" });
		await hf.users.upsert("new here");
		await hf.close();
		const error = await refusal(copyStore(from, to, { source: "a" }), "conflict");
		expect(error.fields.precondition).toBe("untouched");
		await refusal(copyStore(from, from), "invalid");
		await refusal(copyStore({} as Store, to), "invalid");
	});

	test("ends between two pages when it is interrupted, and goes on from there", async () => {
		const [from, to] = [memoryStore(), newFile()];
		await fill(from);
		const whole = await copyStore(from, memoryStore());
		for (let pages = 1, isDone = false; !isDone; pages += 3) {
			const stop = new AbortController();
			let seen = 0;
			const onProgress = (): void => {
				if (++seen > pages) stop.abort();
			};
			const run = copyStore(from, to, { onProgress, signal: stop.signal });
			isDone = await run.then(
				(report) => report.rows === whole.rows,
				(error: { code: string }) => {
					expect(error.code).toBe("cancelled");
					return false;
				},
			);
		}
		expect(await seen(to)).toEqual(await seen(from));
	});
});
