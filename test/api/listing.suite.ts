import { describe, expect, test } from "vitest";
import type { TenantId } from "../../src/event/index.ts";
import type { Holdfast, Page, Session, SessionListOptions } from "../../src/index.ts";
import { said } from "./drafts.ts";
import { garbage, refusal } from "./refusal.ts";
import { type Backend, freshWorld } from "./world.ts";

/** Every page of a list, walked by its cursors. */
async function pages(hf: Holdfast, options: SessionListOptions): Promise<Session[][]> {
	const walked: Session[][] = [];
	let cursor: string | undefined;
	do {
		const page = await hf.sessions.list({ ...options, ...(cursor !== undefined && { cursor }) });
		walked.push(page.items);
		cursor = page.next;
	} while (cursor !== undefined);
	return walked;
}
const ids = (sessions: readonly Session[]): string[] => sessions.map((session) => session.sessionId);

export function describeListing(backend: Backend): void {
	describe("listing", () => {
		const world = freshWorld(backend);

		test("SE4 pages hold every session once, newest first, also those of one millisecond", async () => {
			const hf = await world.open();
			await Promise.all(
				Array.from({ length: 23 }, (_, i) => hf.sessions.create({ agentId: "a", sessionId: `${i}` })),
			);
			const walked = await pages(hf, { limit: 5 });
			expect(walked.map((page) => page.length)).toEqual([5, 5, 5, 5, 3]);
			const all = walked.flat();
			expect(new Set(ids(all)).size).toBe(23);
			const keys = all.map((session) => session.createdAt + session.uid);
			expect(keys).toEqual([...keys].sort().reverse());
			expect((await pages(hf, { limit: 23 })).map((page) => page.length)).toEqual([23]);
			expect(ids((await pages(hf, { limit: 1, order: "updated" })).flat()).sort()).toEqual(ids(all).sort());
		});

		test("SE4 sessions made while a list is walked shift no page", async () => {
			const hf = await world.open();
			for (let i = 0; i < 4; i++) await hf.sessions.create({ agentId: "a", sessionId: `${i}` });
			const first = await hf.sessions.list({ limit: 2 });
			await hf.sessions.create({ agentId: "a", sessionId: "new" });
			await hf.session({ agentId: "a", sessionId: "0" }).append(said("x"));
			const second = await hf.sessions.list({ limit: 2, cursor: first.next ?? "" });
			expect([...ids(first.items), ...ids(second.items)]).toEqual(["3", "2", "1", "0"]);
		});

		test("SE4 every filter alone and together, through pages", async () => {
			const hf = await world.open();
			for (const agentId of ["a", "b"]) {
				for (const userId of [undefined, "u", "v"]) {
					for (const sessionId of ["1", "2"]) {
						const ref = { agentId, sessionId, ...(userId !== undefined && { userId }) };
						const handle = hf.session(ref);
						await hf.sessions.create(ref, { mode: sessionId === "1" ? "auto" : "manual" });
						if (userId === "u") await handle.updateMetadata({ set: { external_id: `x-${sessionId}` } });
						if (userId === "v") await handle.append(said("x"));
						if (userId === "v" && agentId === "a") await handle.end();
					}
				}
			}
			const cases: [SessionListOptions, number][] = [
				[{}, 12],
				[{ agentId: "a" }, 6],
				[{ userId: "u" }, 4],
				[{ userId: null }, 4],
				[{ sessionId: "1" }, 6],
				[{ externalId: "x-1" }, 2],
				[{ mode: "manual" }, 6],
				[{ ended: true }, 2],
				[{ ended: false }, 10],
				[{ agentId: "a", userId: "v", ended: true, mode: "manual", sessionId: "2" }, 1],
				[{ agentId: "a", userId: null, mode: "auto" }, 1],
				[{ agentId: "b", ended: true }, 0],
				[{ agentId: "none" }, 0],
			];
			for (const [filter, count] of cases) {
				for (const order of ["created", "updated"] as const) {
					for (const limit of [1, 50]) {
						const found = (await pages(hf, { ...filter, order, limit })).flat();
						expect(new Set(found.map((session) => session.uid)).size, JSON.stringify(filter)).toBe(count);
						expect(found).toHaveLength(count);
					}
				}
			}
			const [one] = (await hf.sessions.list({ agentId: "a", userId: "v", sessionId: "1" })).items;
			expect(one).toEqual(await hf.sessions.get({ agentId: "a", userId: "v", sessionId: "1" }));
		});

		test("SE8 order `updated` puts the session that changed last in front", async () => {
			const hf = await world.open();
			for (const sessionId of ["1", "2", "3"]) await hf.sessions.create({ agentId: "a", sessionId });
			const { updatedAt } = await hf.sessions.get("3");
			do await hf.session({ agentId: "a", sessionId: "1" }).append(said("x"));
			while ((await hf.sessions.get("1")).updatedAt === updatedAt);
			expect(ids((await hf.sessions.list({ order: "updated" })).items)[0]).toBe("1");
			expect(ids((await hf.sessions.list()).items)).toEqual(["3", "2", "1"]);
		});

		test("SE4 a page holds 50 by default", async () => {
			const hf = await world.open();
			await Promise.all(
				Array.from({ length: 51 }, (_, i) => hf.sessions.create({ agentId: "a", sessionId: `${i}` })),
			);
			const page = await hf.sessions.list();
			expect(page.items).toHaveLength(50);
			expect(page.next).toEqual(expect.any(String));
		});

		test("IF1 every list comes in pages of one shape, walked by `next`", async () => {
			const hf = await world.open();
			for (const n of [1, 2, 3]) {
				await hf.memory("a").write(`The team has rule ${n}.`);
				await hf.users.upsert(`u${n}`, { metadata: { plan: "pro" } });
				await hf.keys.create({ scope: "read", name: `k${n}` });
				await hf.session({ agentId: "a", sessionId: `s${n}` }).append(said("x"));
			}
			const { tenant } = await hf.about();
			for (const id of ["j1", "j2", "j3"]) {
				const job = { id, kind: "nobody does this", payload: {}, dueAt: 1 };
				await world.store.work.enqueue({ tenant: tenant as TenantId, job, at: 1 });
			}
			const lists: ((part: { limit: number; cursor?: string }) => Promise<Page<object>>)[] = [
				(part) => hf.sessions.list(part),
				(part) => hf.users.list(part),
				(part) => hf.users.find({ metadata: { plan: "pro" }, ...part }),
				(part) => hf.memory("a").list(part),
				(part) => hf.keys.list(part),
				(part) => hf.jobs.list({ ...part, status: "queued" }),
			];
			for (const [i, list] of lists.entries()) {
				const whole = await list({ limit: 100 });
				expect(whole, `list ${i}`).not.toHaveProperty("next");
				const walked: object[] = [];
				for (let cursor: string | undefined; ; ) {
					const page = await list({ limit: 1, ...(cursor !== undefined && { cursor }) });
					expect(page.items).toHaveLength(1);
					walked.push(...page.items);
					cursor = page.next;
					if (cursor === undefined) break;
				}
				expect(walked, `list ${i}`).toEqual(whole.items);
				expect(walked.length, `list ${i}`).toBeGreaterThanOrEqual(3);
				await refusal(list({ limit: 1, cursor: "nonsense" }), "invalid");
				await refusal(list({ limit: 0 }), "invalid");
			}
			expect(await hf.agents.list()).toEqual({ items: [] });
			expect(await hf.spaces.list()).toEqual({ items: [] });
			await refusal(hf.spaces.list({ cursor: "nonsense" }), "invalid");
		});

		test.each([
			{ limit: 0 },
			{ limit: 501 },
			{ limit: 2.5 },
			{ limit: "5" },
			{ order: "name" },
			{ mode: "x" },
			{ ended: "yes" },
			{ agentId: "" },
			{ userId: 1 },
			{ sessionId: "" },
			{ externalId: "" },
			{ cursor: "" },
			{ cursor: "x" },
			{ cursor: "e30" },
			{ cursor: 1 },
			null,
			7,
		])("SE4 list options %j are refused", async (options) => {
			const hf = await world.open();
			await refusal(hf.sessions.list(garbage(options)), "invalid");
		});
	});
}
