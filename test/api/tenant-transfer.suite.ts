import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { TenantId } from "../../src/event/index.ts";
import type { Holdfast, Json, SessionRef, TenantImportReport } from "../../src/index.ts";
import { createFixture } from "../../src/testing/fixture.ts";
import { fillTenant } from "../../src/testing/transfer-world.ts";
import { change, gathered, said } from "./drafts.ts";
import { garbage, refusal } from "./refusal.ts";
import { writeRichSession } from "./transfer.suite.ts";
import { type Backend, freshWorld, type World } from "./world.ts";

const HOSTILE = 'a "b"\\ \u2028\u0001 🚀 </script> {"type":"tenant"} __proto__';
const ref: SessionRef = { agentId: "support", sessionId: HOSTILE, userId: "ann" };

const exported = async (hf: Holdfast): Promise<string> => (await gathered(hf.export())).join("");
const none = { created: 0, replaced: 0, skipped: 0 };

/** A tenant with something of everything that travels, in words that no format should trip over. */
async function fill(world: World, hf: Holdfast, tenant: string): Promise<void> {
	await writeRichSession(hf, ref);
	// Nothing goes on in the background while it is exported.
	await hf.idle();
	await hf.users.upsert(HOSTILE, {
		displayName: HOSTILE,
		variables: { "10": 1, "9": [null, { b: 1, a: 2 }], [HOSTILE]: HOSTILE },
		metadata: JSON.parse('{"__proto__": 1, "z": 2}'),
	});
	const memory = hf.memory("support", { userId: "ann" });
	const first = await memory.write("Ann likes tea", { importance: 0.1, metadata: { "2": 1, "1": HOSTILE } });
	await memory.write(HOSTILE, { source: { sessionId: ref.sessionId, offset: 1 } });
	await memory.pin(first);
	await memory.update(first, { content: "Ann likes green tea", validFrom: "2020-01-01T00:00:00.000Z" });
	await hf.memory("support").write("Everybody may know this");
	// Last: the embedder is the instance's own.
	await fillTenant(createFixture(world.store, tenant as TenantId));
	const settings = { kind: "agent_memory", id: "support", body: { memory: { limit: 7 } } };
	await world.store.documents.put({
		tenant: tenant as TenantId,
		document: settings,
		expect: undefined,
		at: 1_700_000_000_000,
	});
	await world.store.documents.put({
		tenant: tenant as TenantId,
		document: { kind: "secret", id: "x", body: { secret: "never in a file" } },
		expect: undefined,
		at: 1,
	});
}

export function describeTenantTransfer(backend: Backend): void {
	describe("export and import of a tenant", () => {
		const world = freshWorld(backend);

		test("SE13 everything of a tenant goes into another one, and comes out as the same bytes", async () => {
			const hf = await world.open();
			const other = await world.open({ tenant: "other" });
			await fill(world, hf, "default");
			const text = await exported(hf);
			expect(text.startsWith('{"type":"tenant","format":"holdfast-tenant/1"}\n')).toBe(true);
			expect(await exported(hf)).toBe(text);
			expect(text).not.toMatch(/never in a file|"default"/);
			const report = await other.import(text);
			expect(report).toEqual({
				sessions: { ...none, created: 5 },
				events: expect.any(Number),
				users: { ...none, created: 3 },
				state: { ...none, created: 4 },
				factOwners: { ...none, created: 5 },
				facts: 7,
				settings: { ...none, created: 1 },
			});
			expect(await exported(other)).toBe(text);
		});

		test("SE13 what was imported behaves as it did: state, parents, facts with their history, settings", async () => {
			const hf = await world.open();
			const other = await world.open({ tenant: "other" });
			await fill(world, hf, "default");
			await other.import(await gathered(hf.export()));
			for (const one of [hf, other]) {
				expect(await one.session(ref).state.get()).toMatchObject({ "user:lang": "de", "app:motd": "hi" });
			}
			const [memory, copied] = [hf, other].map((one) => one.memory("support", { userId: "ann" }));
			if (!memory || !copied) throw new Error("there are two memories");
			// The order holds for the facts of one owner.
			for (const scope of ["agent", "user"] as const) {
				const { items } = await memory.list({ status: "all", scope });
				expect((await copied.list({ status: "all", scope })).items).toEqual(items);
			}
			const facts = (await memory.list({ status: "all" })).items;
			expect(facts.length).toBeGreaterThan(2);
			for (const { id } of facts) expect(await copied.history(id)).toEqual(await memory.history(id));
			const found = await copied.search("green tea");
			expect(found.hits[0]).toMatchObject({ content: "Ann likes green tea" });
			expect((await copied.from({ sessionId: ref.sessionId, userId: "ann", offset: 1 }))[0]?.content).toBe(
				HOSTILE,
			);
			const { store } = world;
			const kept = async (tenant: string) => {
				const records = await store.sessions.list({
					tenant: tenant as TenantId,
					order: "created",
					limit: 100,
				});
				const nameOf = new Map(records.map(({ uid, sessionId }) => [uid, sessionId]));
				const marks = records.map(({ sessionId, consolidatedTo, parent, base, head }) => ({
					sessionId,
					consolidatedTo,
					base,
					head,
					parent: parent && nameOf.get(parent),
				}));
				return marks.sort((a, b) => (a.sessionId < b.sessionId ? -1 : 1));
			};
			expect(await kept("other")).toEqual(await kept("default"));
			const setting = await store.documents.get("other" as TenantId, "agent_memory", "support");
			expect(setting).toMatchObject({ body: { memory: { limit: 7 } }, updatedAt: 1_700_000_000_000 });
		});

		test("SE13 what exists is refused, passed over or replaced, each unit whole", async () => {
			const hf = await world.open();
			const other = await world.open({ tenant: "other" });
			await fill(world, hf, "default");
			const text = await exported(hf);
			await other.import(text);
			const total = (report: TenantImportReport) => [
				report.sessions,
				report.users,
				report.state,
				report.factOwners,
				report.settings,
			];
			await other.users.setVariables("ada", { mine: true });
			await other.session(ref).append(change({ "app:motd": "changed" }));
			await other.memory("support", { userId: "ann" }).write("Only here");
			const changed = await exported(other);
			const skipped = await other.import(text, { onConflict: "skip" });
			for (const counts of total(skipped)) expect(counts).toMatchObject({ created: 0, replaced: 0 });
			expect(await exported(other)).toBe(changed);
			const error = await refusal(other.import(text), "already_exists");
			expect(error.message).toMatch(/^line 2: .*import with onConflict/);
			expect(error.fields.report).toMatchObject({ sessions: none, facts: 0 });
			const replaced = await other.import(text, { onConflict: "replace" });
			for (const counts of total(replaced)) expect(counts).toMatchObject({ skipped: 0 });
			expect(await exported(other)).toBe(text);
		});

		test("SE13 an error names the line and carries what is in already", async () => {
			const hf = await world.open();
			await hf.users.upsert("ann");
			await hf.session(ref).append(said("x"));
			const lines = (await exported(hf)).trimEnd().split("\n");
			const other = await world.open({ tenant: "other" });
			const broken = lines.with(-1, '{"offset":7}').join("\n");
			const error = await refusal(other.import(broken), "invalid");
			expect(error.message).toMatch(new RegExp(`^line ${lines.length}`));
			expect(error.fields.report).toMatchObject({ users: { created: 1 }, sessions: none });
			expect((await other.sessions.list()).items).toEqual([]);
			const header = lines[0] ?? "";
			for (const [bad, why] of [
				['{"type":"session"}', "use sessions.import"],
				["nonsense", "line 1: is not JSON"],
				["", "is empty"],
				[header.replace("/1", "/2"), "matching version"],
				[`${header}\n{"type":"unheard of"}`, "line 2: belongs to nothing before it"],
				[`${header}\n{"type":"state","agentId":"a","state":{"plain":1}}`, "must begin with app:"],
				[`${header}\n{"type":"facts","agentId":"a","space":"b"}`, "line 2"],
				[
					`${header}\n{"type":"agent_memory","agentId":"a","memory":{"nonsense":1},"changedAt":"2020-01-01T00:00:00Z"}`,
					"line 2",
				],
			] as const)
				expect((await refusal(other.import(bad), "invalid")).message, bad).toContain(why);
			await refusal(other.import(garbage(7)), "invalid");
			await refusal(other.import(header, garbage({ onConflict: "perhaps" })), "invalid");
			expect(await exported(other)).toBe(`${lines[0]}\n${lines[1]}\n`);
		});

		test("SE13 an import of sessions says what to do with a tenant's export, and still reads a session's", async () => {
			const hf = await world.open();
			const other = await world.open({ tenant: "other" });
			await hf.session(ref).append(said("x"));
			const error = await refusal(other.sessions.import(await exported(hf)), "invalid");
			expect(error.message).toContain("use hf.import");
			const alone = await gathered(hf.sessions.export(ref));
			expect(await other.sessions.import(alone)).toMatchObject({ created: 1 });
		});

		test("SE13 equal content is equal bytes, however it came in", async () => {
			const hf = await world.open();
			const value: fc.Arbitrary<Json> = fc
				.jsonValue({ maxDepth: 2 })
				.map((one) => JSON.parse(JSON.stringify(one)));
			const text = fc
				.string({ unit: "grapheme", minLength: 1, maxLength: 20 })
				.filter((one) => !one.includes("\0"));
			let run = 0;
			await fc.assert(
				fc.asyncProperty(
					fc.array(fc.tuple(text, text, value), { minLength: 1, maxLength: 4 }),
					async (facts) => {
						const [from, to] = [`from ${run}`, `to ${run++}`];
						const source = await world.open({ tenant: from });
						for (const [name, content, value] of facts) {
							await source.users.upsert(name, { variables: { [content]: value } });
							const at = { agentId: content, sessionId: name, userId: name };
							await source.session(at).append(change({ [`user:${name}`]: value, [`app:${content}`]: value }));
							if (content.trim() !== "") await source.memory(name, { userId: content }).write(content);
						}
						const bytes = await exported(source);
						const target = await world.open({ tenant: to });
						await target.import(bytes);
						expect(await exported(target)).toBe(bytes);
					},
				),
				{ numRuns: 8 },
			);
			expect(await exported(hf)).toBe('{"type":"tenant","format":"holdfast-tenant/1"}\n');
		});
	});
}
