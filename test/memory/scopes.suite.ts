import { describe, expect, it } from "vitest";
import type { FactListOptions, Holdfast, Memory, SearchResult } from "../../src/index.ts";
import { garbage, refusal } from "../api/refusal.ts";
import type { Backend } from "../api/world.ts";
import { contentsOf, line } from "./drafts.ts";
import { memoryWorld } from "./memory-world.ts";

const BOTH = { include: ["facts", "messages"] as const, limit: 100 };
const texts = ({ hits }: SearchResult): string[] => contentsOf(hits).sort();

/** The same words, wherever somebody could keep them. Gives the ids of the facts by their contents. */
async function fill(hf: Holdfast, tenant: string): Promise<Map<string, string>> {
	const ids = new Map<string, string>();
	const write = async (memory: Pick<Memory, "write">, name: string) => {
		const content = `Heron fact ${tenant} ${name}.`;
		ids.set(content, await memory.write(content));
	};
	for (const agentId of ["a", "b"]) {
		await write(hf.memory(agentId), agentId);
		for (const userId of [undefined, "u", "v"]) {
			if (userId) await write(hf.memory(agentId, { userId }), `${agentId} ${userId}`);
			for (const sessionId of ["s", "t"]) {
				const name = [agentId, userId ?? "nobody", sessionId].join(" ");
				const session = hf.session({ agentId, sessionId, ...(userId && { userId }) });
				await session.append(line("user", `Heron message ${tenant} ${name}.`));
				await write(session, name);
			}
		}
	}
	return ids;
}

/** FA0, FA1, ID1, ID2: what belongs to somebody is found by nobody else. */
export function describeScopes(backend: Backend): void {
	describe("whose memory is whose (ID, FA0, FA1)", () => {
		const world = memoryWorld(backend);
		const filled = async () => {
			const [one, two] = [await world.open({ tenant: "one" }), await world.open({ tenant: "two" })];
			return { one, two, ids: await fill(one, "one"), others: await fill(two, "two") };
		};

		it("every search sees its own scope: all of it and nothing else (FA1)", async () => {
			const { one, two } = await filled();
			for (const [hf, tenant] of [
				[one, "one"],
				[two, "two"],
			] as const) {
				const found = (...names: string[]) =>
					names.map((name) => `Heron ${name}.`.replace("@", tenant)).sort();
				expect(texts(await hf.memory("a").search("heron", BOTH))).toEqual(
					found("fact @ a", "message @ a nobody s", "message @ a nobody t"),
				);
				expect(texts(await hf.memory("a", { userId: "u" }).search("heron", BOTH))).toEqual(
					found("fact @ a", "fact @ a u", "message @ a u s", "message @ a u t"),
				);
				expect(texts(await hf.memory("b", { userId: "v" }).search("heron", BOTH))).toEqual(
					found("fact @ b", "fact @ b v", "message @ b v s", "message @ b v t"),
				);
				expect(
					texts(
						await hf.session({ agentId: "a", userId: "u", sessionId: "s" }).search("heron", { limit: 100 }),
					),
				).toEqual(found("fact @ a u s", "message @ a u s"));
				expect(
					texts(await hf.session({ agentId: "a", sessionId: "s" }).search("heron", { limit: 100 })),
				).toEqual(found("fact @ a nobody s", "message @ a nobody s"));
				expect((await hf.session({ agentId: "a", sessionId: "new" }).search("heron")).hits).toEqual([]);
				expect((await hf.memory("c", { userId: "u" }).search("heron", BOTH)).hits).toEqual([]);
				const all = texts(await hf.memory("a", { everybody: true }).search("heron", BOTH));
				expect(all).toHaveLength(9 + 6);
				expect(all.every((text) => text.includes(` ${tenant} a`))).toBe(true);
			}
		});

		it("include says what is searched; without it facts, in a session both (FA2)", async () => {
			const { one } = await filled();
			const memory = one.memory("a", { userId: "u" });
			const kinds = ({ hits }: SearchResult) => [...new Set(hits.map(({ kind }) => kind))].sort();
			expect(kinds(await memory.search("heron", { limit: 100 }))).toEqual(["fact"]);
			expect(kinds(await memory.search("heron", { limit: 100, include: ["messages"] }))).toEqual(["message"]);
			const session = one.session({ agentId: "a", userId: "u", sessionId: "s" });
			expect(kinds(await session.search("heron"))).toEqual(["fact", "message"]);
			expect(kinds(await session.search("heron", { include: ["facts"] }))).toEqual(["fact"]);
		});

		it("a foreign id opens nothing: get, history, update, pin and forget say not_found (ID1)", async () => {
			const { one, two, ids, others } = await filled();
			const memory = one.memory("a", { userId: "u" });
			const own = [" one a.", " one a u.", " one a u s.", " one a u t."];
			for (const [content, id] of [...ids, ...others]) {
				if (own.some((end) => content.endsWith(end))) {
					expect((await memory.get(id)).content).toBe(content);
					expect(await memory.history(id)).toHaveLength(1);
					continue;
				}
				await refusal(memory.get(id), "not_found");
				await refusal(memory.history(id), "not_found");
				await refusal(memory.update(id, { content: "taken" }), "not_found");
				await refusal(memory.pin(id), "not_found");
				await refusal(memory.forget(id), "not_found");
			}
			for (const [hf, mine] of [
				[one, ids],
				[two, others],
			] as const) {
				for (const agent of ["a", "b"]) {
					for (const { id, content, pinned } of (
						await hf.memory(agent, { everybody: true }).list({ limit: 500 })
					).items) {
						expect(mine.get(content)).toBe(id);
						expect(pinned).toBe(false);
					}
				}
			}
		});

		it("a list is of its own memory, and from knows only facts that this memory reads (FA4)", async () => {
			const hf = await world.open();
			const of = (userId?: string) => ({
				agentId: "a",
				sessionId: "s",
				...(userId !== undefined && { userId }),
			});
			for (const userId of [undefined, "u", "v"]) await hf.session(of(userId)).append(line("user", "tea"));
			const source = { sessionId: "s", offset: 0 };
			for (const userId of ["u", "v"]) {
				await hf.memory("a", { userId }).write(`${userId} drinks tea.`, { source });
				await hf.session(of(userId)).write(`${userId} says tea.`, { source });
			}
			await hf.memory("a").write("Tea.", { source: { ...source, userId: "v" } });
			const u = hf.memory("a", { userId: "u" });
			expect(contentsOf((await u.list()).items)).toEqual(["Tea.", "u drinks tea."]);
			expect(contentsOf(await u.from(source)).sort()).toEqual(["u drinks tea.", "u says tea."]);
			expect(await u.from({ ...source, userId: "v" })).toEqual([]);
			// Of the user's words, a memory without user knows what all may know.
			expect(contentsOf(await hf.memory("a").from({ ...source, userId: "v" }))).toEqual(["Tea."]);
			expect(
				contentsOf(await hf.memory("a", { everybody: true }).from({ ...source, userId: "v" })).sort(),
			).toEqual(["Tea.", "v drinks tea.", "v says tea."]);
			await refusal(hf.memory("a", { everybody: true }).from(source), "ambiguous");
			// For those who operate it, narrowed to a user: all that is the user's, sessions' own facts too.
			const narrowed = hf.memory("a", { userId: "v", everybody: true });
			const wanted = ["Tea.", "v drinks tea.", "v says tea."];
			expect(contentsOf((await narrowed.list()).items).sort()).toEqual(wanted);
			expect(texts(await narrowed.search("tea", { limit: 50 })).sort()).toEqual(wanted);
			await refusal(u.from(garbage({ sessionId: "s" })), "invalid");
		});

		it("a list may be of what came from one session, and of its own (FA4)", async () => {
			const hf = await world.open();
			for (const userId of ["u", "v"]) {
				const ref = { agentId: "a", userId, sessionId: "s" };
				await hf.session(ref).append([line("user", "tea"), line("user", "milk")]);
				await hf.session(ref).write(`${userId} says tea.`);
				const memory = hf.memory("a", { userId });
				await memory.write(`${userId} drinks tea.`, { source: { sessionId: "s", offset: 0 } });
				await memory.write(`${userId} takes milk.`, { source: { sessionId: "s", offset: 1 }, pinned: true });
				await memory.write(`${userId} sleeps.`);
			}
			await hf.memory("a").write("Tea.", { source: { sessionId: "s", offset: 0, userId: "u" } });
			const u = hf.memory("a", { userId: "u" });
			const read = async (options: FactListOptions) =>
				contentsOf((await u.list({ fromSession: "s", ...options })).items);
			expect(await read({})).toEqual(["Tea.", "u takes milk.", "u drinks tea.", "u says tea."]);
			expect(await read({ scope: "user" })).toEqual(["u takes milk.", "u drinks tea.", "u says tea."]);
			expect(await read({ scope: "agent" })).toEqual(["Tea."]);
			expect(await read({ pinned: true })).toEqual(["u takes milk."]);
			expect(await read({ status: "superseded" })).toEqual([]);
			expect(await read({ fromSession: "nope" })).toEqual([]);
			const first = await u.list({ fromSession: "s", limit: 3 });
			const rest = await u.list({ fromSession: "s", limit: 3, cursor: first.next });
			expect(contentsOf([...first.items, ...rest.items])).toEqual(await read({}));
			expect(rest.next).toBeUndefined();
			await refusal(hf.memory("a", { everybody: true }).list({ fromSession: "s" }), "ambiguous");
		});

		it("nobody's better hits displace an own one, at any limit (FA2)", async () => {
			const [one, two] = [await world.open({ tenant: "one" }), await world.open({ tenant: "two" })];
			const many = Array.from({ length: 60 }, (_, i) => `Heron heron heron, the heron of lake ${i}.`);
			await two.memory("a", { userId: "u" }).writeMany(many);
			for (const [hf, agent, userId] of [
				[one, "a", "v"],
				[one, "b", "u"],
				[two, "a", "u"],
			] as const) {
				await hf.memory(agent, { userId }).writeMany(many);
				await hf
					.session({ agentId: agent, userId, sessionId: "x" })
					.append(many.map((text) => line("user", text)).slice(0, 60));
			}
			await one.session({ agentId: "a", userId: "u", sessionId: "other" }).write(many[0] as string);
			const memory = one.memory("a", { userId: "u" });
			await memory.write("On some evenings after work the user watches a heron from the bridge.");
			const session = one.session({ agentId: "a", userId: "u", sessionId: "s" });
			await session.append(line("user", "yesterday evening, after dinner, I saw some bird, maybe a heron"));
			for (const limit of [1, 2, 5]) {
				expect(texts(await memory.search("heron", { limit }))).toEqual([
					"On some evenings after work the user watches a heron from the bridge.",
				]);
				expect(texts(await memory.search("heron", { limit, include: ["messages"] }))).toEqual([
					"yesterday evening, after dinner, I saw some bird, maybe a heron",
				]);
				expect(texts(await session.search("heron", { limit }))).toEqual([
					"yesterday evening, after dinner, I saw some bird, maybe a heron",
				]);
			}
		});

		it("what others keep does not change the score of an own hit by one bit (FA2)", async () => {
			const [one, two] = [await world.open({ tenant: "one" }), await world.open({ tenant: "two" })];
			const memory = one.memory("a", { userId: "u" });
			const at = "2026-03-01T10:00:00Z";
			await memory.write("The user feeds a heron.");
			await memory.write("The user owns a boat.");
			const session = one.session({ agentId: "a", userId: "u", sessionId: "s" });
			await session.append([
				line("user", "I feed the heron every morning", at),
				line("assistant", "How nice of you", at),
				line("user", "and the boat needs paint", at),
			]);
			const scores = async (hf: Holdfast = one) => {
				const found = [
					await hf
						.memory("a", { userId: "u" })
						.search("feeding the heron", { include: ["messages"], limit: 9 }),
					await hf.session({ agentId: "a", userId: "u", sessionId: "s" }).search("heron boat", { limit: 9 }),
					await hf.memory("a", { userId: "u" }).search("feeding the heron", { limit: 9 }),
				];
				return found.map(({ hits }) =>
					hits.map(({ id, score, parts: { recency: _, ...parts } }) => ({
						id,
						// How lately is a matter of the clock.
						score: score - (_ ?? 0),
						parts,
					})),
				);
			};
			await scores();
			const before = await scores();
			expect(before.flat().length).toBeGreaterThan(5);
			for (const [hf, agentId, userId] of [
				[one, "a", "v"],
				[one, "b", "u"],
				[two, "a", "u"],
			] as const) {
				const texts = Array.from({ length: 40 }, (_, i) => `The heron number ${i} is fed by boat.`);
				await hf.memory(agentId, { userId }).writeMany(texts);
				await hf.session({ agentId, userId, sessionId: "s" }).append(texts.map((text) => line("user", text)));
			}
			await one.session({ agentId: "a", sessionId: "s" }).append(line("user", "heron heron boat"));
			const close = (a: number, b: number) => Math.abs(a - b) < 1e-9;
			const after = await scores();
			const another = await world.open({ tenant: "one" });
			await scores(another);
			const fresh = await scores(another);
			for (const now of [after, fresh]) {
				expect(now.map((hits) => hits.map(({ id, parts }) => ({ id, parts })))).toEqual(
					before.map((hits) => hits.map(({ id, parts }) => ({ id, parts }))),
				);
				for (const [i, hits] of now.entries())
					for (const [j, hit] of hits.entries())
						expect(close(hit.score, before[i]?.[j]?.score ?? Number.NaN)).toBe(true);
			}
		});

		it("fields of identity in a payload are refused or ignored (ID1)", async () => {
			const hf = await world.open({ tenant: "one" });
			const memory = hf.memory("a", { userId: "u" });
			for (const options of [{ tenant: "two" }, { userId: "v" }, { agentId: "b" }, { everybody: true }]) {
				await refusal(memory.search("x", garbage(options)), "invalid");
				await refusal(memory.list(garbage(options)), "invalid");
			}
			await refusal(memory.search("x", { filter: garbage({ userId: "v" }) }), "invalid");
			await memory.write("Tea.", { metadata: { tenant: "two", userId: "v", agentId: "b", scope: "agent" } });
			expect((await hf.memory("a", { userId: "v" }).list()).items).toEqual([]);
			expect((await hf.memory("b").list()).items).toEqual([]);
			expect((await memory.list()).items[0]).toMatchObject({ userId: "u", agentId: "a", scope: "user" });
		});

		it("delete removes a session, or all that is one user's under the agent; the user stays (ME1, ME9)", async () => {
			const { one, two } = await filled();
			await one.users.upsert("u", { displayName: "U" });
			const memory = one.memory("a");
			await refusal(memory.delete({}), "invalid");
			await refusal(memory.delete(garbage(undefined)), "invalid");
			await refusal(memory.delete(garbage({ agentId: "b" })), "invalid");
			await refusal(memory.delete({ sessionId: "nope" }), "not_found");
			const several = await refusal(memory.delete({ sessionId: "s" }), "ambiguous");
			expect(several.candidates).toHaveLength(3);
			// A user's memory deletes nobody else's.
			await refusal(one.memory("a", { userId: "u" }).delete({ userId: "v" }), "forbidden");
			await refusal(one.memory("a", { userId: "u" }).delete({ userId: "v", sessionId: "s" }), "forbidden");
			await refusal(one.memory("a", { userId: "u" }).delete({}), "invalid");
			const single = await one.memory("a", { userId: "u" }).delete({ sessionId: "s" });
			expect(single).toMatchObject({ erased: { sessions: 1, events: 1, facts: 1 }, complete: true });
			const rest = await memory.delete({ userId: "u" });
			expect(rest).toMatchObject({ erased: { sessions: 1, events: 1, facts: 2 }, complete: true });
			expect(texts(await one.memory("a", { userId: "u" }).search("heron", BOTH))).toEqual([
				"Heron fact one a.",
			]);
			expect(await one.users.get("u")).toMatchObject({ displayName: "U" });
			// Of others nothing is gone.
			expect(texts(await one.memory("a", { everybody: true }).search("heron", BOTH))).toHaveLength(
				15 - 6 + 1,
			);
			expect(texts(await one.memory("b", { everybody: true }).search("heron", BOTH))).toHaveLength(15);
			expect(texts(await two.memory("a", { everybody: true }).search("heron", BOTH))).toHaveLength(15);
		});

		it("ME10: where agents are defined, a slip of the pen is not_found and begins no memory", async () => {
			const hf = await world.agents({ id: "support" }, { id: "sales" });
			const slip = hf.memory("suport", { userId: "u" });
			for (const refused of [
				() => slip.write("Tea."),
				() => slip.writeMany(["Tea."]),
				() => slip.search("tea"),
				() => slip.list(),
				() => slip.get("x"),
				() => slip.history("x"),
				() => slip.from({ sessionId: "s", offset: 0 }),
				() => slip.update("x", { pinned: true }),
				() => slip.pin("x"),
				() => slip.forget("x"),
				() => slip.delete({ userId: "u" }),
				() => slip.rebuild(),
			]) {
				const error = await refusal(refused(), "not_found");
				expect(error).toMatchObject({ agentId: "suport", closest: "support" });
				expect(error.message).toContain('did you mean "support"?');
			}
			expect((await refusal(hf.memory("something-else").list(), "not_found")).message).toMatch(
				/defined agents: (support, sales|sales, support)\./,
			);
			await refusal(hf.memory("support", garbage({ create: "yes" })).list(), "invalid");
			expect(await hf.overview()).toEqual([]);
		});

		it("ME10: with create any agent has a memory; one that has some needs no definition", async () => {
			const hf = await world.agents({ id: "support" });
			await hf.memory("support").write("Tea.");
			const other = hf.memory("other", { userId: "u", create: true });
			expect((await other.list()).items).toEqual([]);
			const id = await other.write("Figs.");
			// It has facts now, though it is defined nowhere: they can be read, changed and erased.
			const known = hf.memory("other", { userId: "u" });
			expect((await known.get(id)).content).toBe("Figs.");
			expect((await known.forget(id)).complete).toBe(true);
			await refusal(known.list(), "not_found");
			// So has one with a session.
			await hf.session({ agentId: "talker", userId: "u", sessionId: "s" }).append(line("user", "Hello."));
			expect((await hf.memory("talker", { userId: "u" }).list()).items).toEqual([]);
			expect(await hf.memory("talker").delete({ userId: "u" })).toMatchObject({ erased: { sessions: 1 } });
			expect(await hf.memory("talker", { create: true }).delete({ userId: "u" })).toMatchObject({
				erased: { sessions: 0 },
			});
		});

		it("ME10: where no agents are defined any id is good", async () => {
			const hf = await world.open();
			expect((await hf.memory("anything").list()).items).toEqual([]);
			await hf.memory("anything").write("Tea.");
			expect((await hf.memory("anything").list()).items).toHaveLength(1);
		});
	});
}
