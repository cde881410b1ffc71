import { describe, expect, it } from "vitest";
import type { Holdfast } from "../../src/index.ts";
import { onDay } from "../api/on-day.ts";
import { refusal } from "../api/refusal.ts";
import type { Backend } from "../api/world.ts";
import { contentsOf, line } from "./drafts.ts";
import { memoryWorld } from "./memory-world.ts";
import { sameWhere, scribe } from "./scribe.ts";

const BOTH = { include: ["facts", "messages"] as const, limit: 50 };

async function talk(
	hf: Holdfast,
	ref: { agentId: string; userId?: string; sessionId: string },
	...texts: string[]
) {
	await hf.session(ref).append(texts.map((text) => line("user", text)));
	await hf.session(ref).end({ wait: true });
}

/** ER1, US4: what is erased takes its memory along, and the receipt says so. */
export function describeErasing(backend: Backend): void {
	describe("erasing memory (ER1)", () => {
		const world = memoryWorld(backend);
		const filled = async () => {
			const hf = await world.open({
				model: scribe({ judge: sameWhere((a, b) => a.includes("tea") && b.includes("tea")) }),
			});
			for (const agentId of ["a", "b"]) {
				for (const userId of ["u", "v"]) {
					for (const sessionId of ["s", "t"]) {
						await talk(
							hf,
							{ agentId, userId, sessionId },
							`note: The ${userId} of ${agentId} likes tea ${sessionId}.`,
							`note: The ${userId} owns a ${sessionId === "s" ? "piano" : "canoe"}.`,
						);
						await hf
							.session({ agentId, userId, sessionId })
							.write(`Of ${agentId} ${userId} ${sessionId} alone.`);
					}
				}
				await hf.memory(agentId).write(`Everybody of ${agentId}.`);
			}
			// Fills the index.
			for (const agentId of ["a", "b"]) await hf.memory(agentId, { everybody: true }).search("tea", BOTH);
			await hf.idle();
			return hf;
		};
		const all = async (hf: Holdfast) =>
			(
				await Promise.all(
					["a", "b"].map((agent) =>
						hf.memory(agent, { everybody: true }).list({ status: "all", limit: 500 }),
					),
				)
			).flatMap(({ items }) => items);

		it("a session: its own facts and its index go; facts of the user stay, without what came from it (ER1)", async () => {
			const hf = await filled();
			expect(await all(hf)).toHaveLength(2 * (8 + 2 + 1));
			const receipt = await hf.sessions.delete({ agentId: "a", userId: "u", sessionId: "s" });
			expect(receipt).toMatchObject({
				erased: { sessions: 1, events: 3, facts: 1, jobs: 0 },
				remaining: { sessions: 0, events: 0, facts: 0, terms: 0, vectors: 0 },
				complete: true,
			});
			// Two messages and a fact were in the index.
			expect(receipt.erased.terms).toBe(3);
			expect(receipt.erased.vectors).toBe(3);
			const facts = (await hf.memory("a", { userId: "u" }).list({ scope: "user" })).items;
			expect(receipt.derived.sort()).toEqual(
				facts
					.filter(({ content }) => content.includes("tea") || content.includes("piano"))
					.map(({ id }) => id)
					.sort(),
			);
			expect(
				facts.find(({ content }) => content.includes("tea"))?.sources.map(({ sessionId }) => sessionId),
			).toEqual(["t"]);
			expect(facts.find(({ content }) => content.includes("piano"))?.sources).toEqual([]);
			expect(await all(hf)).toHaveLength(21);
		});

		it("a session with forget: facts that came from nothing else go too (ER1)", async () => {
			const hf = await filled();
			const receipt = await hf.sessions.delete(
				{ agentId: "a", userId: "u", sessionId: "s" },
				{ forget: true },
			);
			expect(receipt).toMatchObject({ erased: { sessions: 1, facts: 2 }, complete: true });
			expect(receipt.derived).toHaveLength(1);
			const contents = contentsOf((await hf.memory("a", { userId: "u" }).list({ scope: "user" })).items);
			expect(contents.join()).not.toContain("piano");
			expect(contents.join()).toContain("tea");
		});

		it("an event: the facts that came from it are named, and forgotten if asked (ER1)", async () => {
			const hf = await filled();
			const session = hf.session({ agentId: "a", userId: "u", sessionId: "s" });
			const memory = hf.memory("a", { userId: "u" });
			const [tea] = await memory.from({ sessionId: "s", offset: 0 });
			const [piano] = await memory.from({ sessionId: "s", offset: 1 });
			const first = await session.erase([0]);
			expect(first).toMatchObject({ erased: { events: 1, facts: 0 }, complete: true, derived: [tea?.id] });
			// The tea was told in another session too.
			expect(await session.erase([0], { forget: true })).toMatchObject({
				erased: { facts: 0 },
				derived: [tea?.id],
			});
			expect(await session.erase(1, { forget: true })).toMatchObject({
				erased: { events: 1, facts: 1, terms: 1, vectors: 1 },
				derived: [],
			});
			await refusal(memory.get(piano?.id ?? ""), "not_found");
			expect((await memory.search("piano", BOTH)).hits.map(({ content }) => content).join()).not.toContain(
				"piano",
			);
			expect(await session.erase(99)).toMatchObject({ erased: { events: 0 }, derived: [] });
		});

		it("a user: sessions, facts, vectors and jobs under every agent; nobody else's (US4)", async () => {
			const hf = await filled();
			const receipt = await hf.users.delete("u");
			expect(receipt).toMatchObject({ erased: { sessions: 4, facts: 2 * (2 + 3) }, complete: true });
			expect(receipt.erased.vectors).toBe(10 + 8);
			for (const count of Object.values(receipt.remaining)) expect(count).toBe(0);
			const left = await all(hf);
			expect(left).toHaveLength(12);
			expect(left.some(({ userId }) => userId === "u")).toBe(false);
			expect(contentsOf((await hf.memory("a", { userId: "u" }).search("tea piano", BOTH)).hits)).toEqual(
				expect.not.arrayContaining([expect.stringContaining("The u")]),
			);
			expect((await hf.memory("a", { userId: "v" }).search("tea", BOTH)).hits[0]?.content).toContain(
				"The v of a",
			);
		});

		it("an agent: all of its memory; everything: all there is of the tenant (ER1)", async () => {
			const hf = await filled();
			const other = await world.open({ tenant: "other" });
			await other.memory("a").write("Of another tenant.");
			const agent = await hf.erase({ agentId: "a" });
			expect(agent).toMatchObject({ erased: { sessions: 4, facts: 11 }, complete: true });
			expect((await hf.memory("a", { everybody: true }).search("tea", BOTH)).hits).toEqual([]);
			expect(await all(hf)).toHaveLength(11);
			const tenant = await hf.erase({ everything: true });
			expect(tenant).toMatchObject({ erased: { sessions: 4, facts: 11 }, complete: true });
			for (const count of Object.values(tenant.remaining)) expect(count).toBe(0);
			expect(await all(hf)).toEqual([]);
			expect((await other.memory("a").list()).items).toHaveLength(1);
			// Everything begins anew, with whatever embedder comes.
			await hf.memory("a").write("New.");
			expect((await hf.memory("a").search("new")).hits).toHaveLength(1);
		});

		it("jobs that wait go with their session and their user (ER1)", async () => {
			const model = scribe({ before: () => ({ error: new Error("no connection") }) });
			const hf = await world.open({ model });
			for (const sessionId of ["s", "t"])
				await refusal(talk(hf, { agentId: "a", userId: "u", sessionId }, "note: x is y."), "model_failed");
			expect((await hf.jobs.list()).items.filter(({ kind }) => kind === "consolidate")).toHaveLength(2);
			expect(await hf.sessions.delete({ agentId: "a", userId: "u", sessionId: "s" })).toMatchObject({
				erased: { jobs: 1 },
			});
			expect(await hf.users.delete("u")).toMatchObject({ erased: { jobs: 1 }, complete: true });
			expect((await hf.jobs.list()).items.filter(({ kind }) => kind === "consolidate")).toEqual([]);
		});

		it("retention takes events and keeps facts, which still say where they came from (SE12)", async () => {
			const hf = await world.open({ model: scribe(), retention: { events: 30 } });
			const session = hf.session({ agentId: "a", userId: "u", sessionId: "s" });
			await onDay(-40, () => session.append(line("user", "note: The user likes tea.")));
			await session.end({ wait: true });
			expect((await hf.sweep()).events).toBe(1);
			const [fact] = (await hf.memory("a", { userId: "u" }).list()).items;
			expect(fact).toMatchObject({
				content: "The user likes tea.",
				sources: [{ sessionId: "s", offset: 0 }],
			});
			expect((await hf.memory("a", { userId: "u" }).search("tea", BOTH)).hits).toHaveLength(1);
			expect(
				(await hf.memory("a", { userId: "u" }).from({ sessionId: "s", offset: 0 })).map(({ id }) => id),
			).toEqual([fact?.id]);
		});

		it("retention before the end: what is old is learnt before it goes (SE9, SE12)", async () => {
			const hf = await world.open({ model: scribe(), retention: { events: 30 } });
			const session = hf.session({ agentId: "a", userId: "u", sessionId: "s" });
			await onDay(-40, () => session.append(line("user", "note: The user likes tea.")));
			await session.append(line("user", "note: The user likes figs."));
			expect(await hf.sweep()).toMatchObject({ events: 0, unread: 1 });
			await hf.idle();
			expect(await hf.sweep()).toMatchObject({ events: 1, unread: 0 });
			await session.end({ wait: true });
			expect(contentsOf((await hf.memory("a", { userId: "u" }).list()).items).sort()).toEqual([
				"The user likes figs.",
				"The user likes tea.",
			]);
		});

		it("the sweep is a job of its own, one for all who share the store (SE12)", async () => {
			const hf = await world.open({ retention: { events: 30 } });
			const session = hf.session({ agentId: "a", userId: "u", sessionId: "s" });
			await onDay(-40, () => session.append(line("user", "old")));
			await session.end({ wait: true });
			const sweep = { id: "sweep:default", kind: "sweep", payload: {}, dueAt: 0 };
			const tenant = "default" as Parameters<typeof world.store.work.enqueue>[0]["tenant"];
			expect(await world.store.work.enqueue({ tenant, job: sweep, at: 0 })).toBe(true);
			expect(await world.store.work.enqueue({ tenant, job: sweep, at: 0 })).toBe(false);
			await hf.idle();
			expect((await session.events()).map(({ kind }) => kind)).toEqual(["session"]);
			const [job] = (await hf.jobs.list()).items;
			expect(job).toMatchObject({ kind: "sweep", status: "queued" });
			expect(Date.parse(job?.dueAt ?? "")).toBeGreaterThan(Date.now() + 3_600_000);
		});
	});
}
