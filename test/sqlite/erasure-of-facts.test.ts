import { describe, expect, test } from "vitest";
import type { ErasureScope } from "../../src/store/ports/index.ts";
import { sqlite } from "../../src/store/sqlite/index.ts";
import { draftFact, factOwner, know, newFact, SPACE } from "../../src/testing/draft-fact.ts";
import { agent, createFixture, drafts, type Fixture, user } from "../../src/testing/fixture.ts";
import { tempDatabase } from "../processes/temp-database.ts";
import { filesWith } from "./find-bytes.ts";

const MARKER = "archaeopteryx";
const CONTROL = "pterodactyl";
const bytes = (text: string): Uint8Array => new Uint8Array(Buffer.from(text));

/** The text in all that facts and the index hold: of the session, and of its user in two spaces. */
async function fill(t: Fixture, text: string, userId: string, sessionId: string) {
	const { uid } = await t.append(t.name(sessionId, { user: userId }), drafts("a"));
	await t.store.index.put({
		tenant: t.tenant,
		uid,
		segment: { from: 0, to: 1, documents: 1, vectors: 1, body: bytes(text.repeat(900)) },
		blanked: 0,
	});
	const owners = [
		factOwner(t, { uid }),
		factOwner(t, { user: userId }),
		factOwner(t, { user: userId, space: "space:x" }),
	];
	for (const owner of owners) {
		for (const length of [1, 20, 300, 2_000]) {
			const parts = {
				digest: `${text} ${length}`,
				detail: { note: text.repeat(length) },
				entry: bytes(text),
				vector: true,
			};
			const change = { at: 1, body: { from: text } };
			const sources = [{ uid, offset: 0 }];
			await know(
				t,
				owner,
				`${text} `.repeat(length),
				{ id: `${text} ${length} ${owners.indexOf(owner)}`, ...parts },
				{ change, sources },
			);
		}
	}
	return { uid };
}

describe("ER1 what is erased of facts is in no byte of the file or its write-ahead log", () => {
	test.for(["user", "slice and session", "space and session", "agent and user", "everything", "removal"])(
		"after the erasure of %s",
		async (what) => {
			const path = tempDatabase();
			const store = sqlite(path);
			await store.open();
			const t = createFixture(store);
			const control = createFixture(store);
			const gone = user(`user-${MARKER}`);
			const { uid } = await fill(t, MARKER, gone, "s");
			await fill(control, CONTROL, "other", "other");
			expect(filesWith(path, MARKER)).not.toEqual([]);
			const { tenant } = t;
			const slice = { agent: agent("agent"), user: gone, space: SPACE };
			const scopes: Record<string, ErasureScope[]> = {
				user: [{ tenant, user: gone }],
				"slice and session": [
					{ tenant, slice },
					{ tenant, slice: { ...slice, space: "space:x" } },
				],
				"space and session": [
					{ tenant, space: SPACE },
					{ tenant, space: "space:x" },
					{ tenant, session: uid },
				],
				"agent and user": [
					{ tenant, agent: slice.agent },
					{ tenant, user: gone },
				],
				everything: [{ tenant, everything: true }],
				removal: [{ tenant, user: gone }],
			};
			if (what === "removal") {
				const facts = [SPACE, "space:x"].map((space) => store.facts.list({ tenant, space, limit: 99 }));
				const ids = (await Promise.all(facts)).flat().map(({ id }) => id);
				expect((await store.facts.commit({ tenant, put: [], remove: ids })).removed).toBe(12);
			}
			for (const scope of scopes[what] ?? []) await store.erasure.erase(scope);
			await store.erasure.compact();
			expect(filesWith(path, MARKER)).toEqual([]);
			await store.close();
			expect(filesWith(path, MARKER)).toEqual([]);
			expect(filesWith(path, CONTROL)).toEqual(["holdfast.db"]);
		},
	);

	test("and what is changed or blanked leaves nothing of how it was", async () => {
		const path = tempDatabase();
		const store = sqlite(path);
		await store.open();
		const t = createFixture(store);
		const { uid } = await t.append(t.name("s"), drafts(CONTROL));
		const segment = { from: 0, to: 1, documents: 1, vectors: 0, body: bytes(MARKER.repeat(900)) };
		await store.index.put({ tenant: t.tenant, uid, segment, blanked: 0 });
		const fact = draftFact(factOwner(t), MARKER.repeat(800), { entry: bytes(MARKER) });
		await store.facts.commit({ tenant: t.tenant, put: [newFact(fact)], remove: [] });
		const [stored] = await store.facts.get(t.tenant, [fact.id]);
		const put = { ...newFact({ ...fact, content: CONTROL, digest: CONTROL, entry: undefined }) };
		await store.facts.commit({
			tenant: t.tenant,
			put: [{ ...put, expect: { rev: stored?.rev ?? 0 } }],
			remove: [],
		});
		await store.erasure.blank({ name: t.name("s") }, [0], (body) => body);
		await store.erasure.compact();
		await store.close();
		expect(filesWith(path, MARKER)).toEqual([]);
		expect(filesWith(path, CONTROL)).toEqual(["holdfast.db"]);
	});
});
