import { describe, expect, test } from "vitest";
import type { NewEvent, SessionInit, SessionRef } from "../../src/index.ts";
import { change, contents, gathered, said } from "./drafts.ts";
import { sweepAll } from "./on-day.ts";
import { garbage, refusal } from "./refusal.ts";
import { type Backend, freshWorld } from "./world.ts";

const ref: SessionRef = { agentId: "support", sessionId: "s" };
const forgedIdentity = {
	tenant: "victim",
	tenantId: "victim",
	uid: "forged",
	head: 77,
	offset: 77,
	id: "forged",
};

export function describeIdentity(backend: Backend): void {
	describe("identity and isolation", () => {
		const world = freshWorld(backend);

		test("ID1 fields of identity in a reference are ignored", async () => {
			const victim = await world.open({ tenant: "victim" });
			await victim.session(ref).append(said("secret"));
			const hf = await world.open({ tenant: "attacker" });
			const forged = garbage<SessionRef>({ ...ref, ...forgedIdentity });
			expect(await hf.session(forged).events()).toEqual([]);
			await hf.session(forged).append(said("mine"));
			const session = await hf.sessions.get(forged);
			expect(session).toMatchObject({ ...ref, head: 1 });
			expect(session.uid).not.toBe("forged");
			expect(contents(await victim.sessions.getMessages(ref))).toEqual(["secret"]);
			await hf.sessions.delete(forged);
			expect(contents(await victim.sessions.getMessages(ref))).toEqual(["secret"]);
		});

		test("ID1 fields of identity in an event are ignored", async () => {
			const hf = await world.open();
			const forged = garbage<NewEvent>({
				...said("hi"),
				...forgedIdentity,
				agentId: "other",
				runId: "forged",
				erased: true,
			});
			const [stored] = await hf.session(ref).append(forged);
			expect(stored).toEqual({
				id: expect.not.stringMatching("forged"),
				offset: 0,
				at: expect.any(String),
				...said("hi"),
			});
			expect(await hf.session(ref).events()).toEqual([stored]);
			expect(await hf.session(ref).events({ runId: "forged" })).toEqual([]);
			expect((await hf.sessions.list({ agentId: "other" })).items).toEqual([]);
		});

		test("ID1 identity-like members of data are the caller's content and stay as given", async () => {
			const hf = await world.open();
			const data = { type: "order", tenant: "victim", offset: 9, id: "x", uid: "y", runId: "z" };
			const [stored] = await hf.session(ref).append({ kind: "custom", source: "integration", data });
			expect(stored).toMatchObject({ offset: 0, data });
			expect(stored).not.toHaveProperty("runId");
		});

		test("ID1 fields of identity in an init are ignored", async () => {
			const hf = await world.open();
			const init = {
				...forgedIdentity,
				agentId: "other",
				userId: "u",
				sessionId: "other",
				messageCount: 9,
				title: "t",
			};
			const session = await hf.sessions.create(
				ref,
				garbage<SessionInit>({ ...init, createdAt: "2000-01-01T00:00:00Z" }),
			);
			expect(session).toMatchObject({ ...ref, title: "t", head: 0, messageCount: 0, eventCount: 0 });
			expect(session).not.toHaveProperty("userId");
			expect(session.uid).not.toBe("forged");
			expect(session.createdAt > "2001").toBe(true);
		});

		test("ID1 fields of identity in imported lines are ignored", async () => {
			const victim = await world.open({ tenant: "victim" });
			const hf = await world.open({ tenant: "attacker" });
			await hf.session(ref).append([said("a"), said("b")]);
			const { uid } = await hf.sessions.get(ref);
			const lines = await gathered(hf.sessions.export(ref));
			const forged = lines.map((line) =>
				JSON.stringify({ ...JSON.parse(line), tenant: "victim", uid: "forged" }),
			);
			await hf.sessions.import(forged, { onConflict: "replace" });
			expect((await victim.sessions.list()).items).toEqual([]);
			const after = await hf.sessions.get(ref);
			expect(after.uid).not.toBe("forged");
			expect(after.uid).not.toBe(uid);
			expect(await gathered(hf.sessions.export(ref))).toEqual(lines);
		});

		test("ID1 an export names no tenant and no uid", async () => {
			const hf = await world.open({ tenant: "very-secret-tenant" });
			await hf.session(ref).append(said("a"));
			const { uid } = await hf.sessions.get(ref);
			const text = (await gathered(hf.sessions.export(ref))).join("");
			expect(text).not.toContain("very-secret-tenant");
			expect(text).not.toContain(uid);
		});

		test("ID1 tenants share nothing: sessions, state of every scope, users, sweeps, erasure", async () => {
			const [a, b] = [await world.open({ tenant: "a" }), await world.open({ tenant: "b" })];
			const mine = { ...ref, userId: "u" };
			await a.session(mine).append(change({ own: 1, "user:lang": "de", "app:motd": "hi" }));
			await a.users.upsert("u", { variables: { plan: "pro" }, metadata: { crm: 1 } });
			await a.session(mine).updateMetadata({ set: { external_id: "x" } });
			expect(await b.session(mine).state.get()).toEqual({});
			expect(await b.sessions.find({ externalId: "x" })).toBeUndefined();
			await refusal(b.sessions.get("s"), "not_found");
			await refusal(b.users.get("u"), "not_found");
			expect((await b.users.find({ metadata: { crm: 1 } })).items).toEqual([]);
			await b.session(mine).append(change({ "user:lang": "fr" }));
			await sweepAll(b, "2999-01-01T00:00:00Z");
			await b.users.delete("u");
			await b.erase({ everything: true });
			expect(await a.session(mine).state.get()).toEqual({ own: 1, "user:lang": "de", "app:motd": "hi" });
			expect((await a.sessions.get(mine)).eventCount).toBe(1);
			expect((await a.users.get("u")).variables).toEqual({ plan: "pro" });
		});

		test("ID1 an offset far outside a log reads and erases nothing of any other session", async () => {
			const victim = await world.open({ tenant: "victim" });
			const hf = await world.open({ tenant: "attacker" });
			const names = Array.from({ length: 8 }, (_, i) => ({ agentId: "a", sessionId: `${i}` }));
			for (const [i, name] of names.entries()) {
				await (i % 2 === 0 ? victim : hf).session(name).append([said("one"), said("two")]);
			}
			for (const [i, name] of names.entries()) {
				if (i % 2 === 0) continue;
				for (let high = 1; high < 16; high++) {
					const far = high * 2 ** 32;
					await hf
						.session(name)
						.erase([far, far + 1])
						.catch(() => {});
					expect(await hf.session(name).events({ after: far, before: far + 10 })).toEqual([]);
					expect(await hf.session(name).events({ after: far })).toEqual([]);
				}
			}
			for (const [i, name] of names.entries()) {
				expect(contents(await (i % 2 === 0 ? victim : hf).sessions.getMessages(name))).toEqual([
					"one",
					"two",
				]);
			}
		});
	});
}
