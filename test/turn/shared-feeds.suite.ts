import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { openFoundation } from "../../src/foundation.ts";
import {
	type AgentDefinition,
	defineAgent,
	type Holdfast,
	type RunEvent,
	type Store,
	tool,
} from "../../src/index.ts";
import { openTenant } from "../../src/tenant.ts";
import { createFixture, draft } from "../../src/testing/fixture.ts";
import { scriptedModel } from "../../src/testing/index.ts";
import { gathered } from "../api/drafts.ts";
import { refusal } from "../api/refusal.ts";
import { runFailure } from "./looks.ts";
import { latch, waitAt } from "./turn-world.ts";

const ref = { agentId: "a", sessionId: "s" };
const tenant = "default" as Parameters<typeof createFixture>[1];
const look = tool({ name: "look", description: "Looks.", input: z.object({}), execute: () => ({ seen: 1 }) });

/** Where stores of several processes meet. */
export interface Place {
	/** Another store on the same data. */
	store(): Store;
	end(): Promise<void>;
}

/** AG2 over several servers: what a run streams can be read at each of them. */
export function describeSharedFeeds(name: string, make: () => Promise<Place>): void {
	describe(`streams of other servers (AG2), ${name}`, () => {
		let place: Place;
		const opened: Holdfast[] = [];
		beforeEach(async () => {
			place = await make();
		});
		afterEach(async () => {
			await Promise.all(opened.splice(0).map((hf) => hf.close({ cancel: true })));
			await place.end();
		});
		/** A server on a store of its own. */
		const open = async (agents: readonly AgentDefinition[] = [], shareFeeds = true): Promise<Holdfast> => {
			const options = { store: place.store(), agents: [...agents] };
			const foundation = await openFoundation(options, { loopback: true, shareFeeds });
			const { hf } = openTenant(foundation, foundation.tenant, () => foundation.close());
			opened.push(hf);
			return hf;
		};
		const quick = (deltas: readonly string[]) =>
			open([defineAgent({ id: "a", model: scriptedModel(() => ({ deltas })) })]);
		const textOf = (events: readonly RunEvent[]): string =>
			events.map((event) => (event.type === "text-delta" ? event.delta : "")).join("");
		/** A store to look into, open as long as the test. */
		const peek = async <T>(work: (store: Store) => Promise<T>): Promise<T> => {
			const store = place.store();
			await store.open();
			try {
				return await work(store);
			} finally {
				await store.close();
			}
		};
		const pieces = () =>
			peek((store) => store.documents.list({ tenant: tenant as never, kind: "feed", limit: 1_000 }));

		it("each reader gets each number once, at whichever server, from any number on, while it works and after", async () => {
			const [half, release] = [latch(), latch()];
			const model = scriptedModel([
				{ deltas: ["Let ", "me ", "look."], toolCalls: [{ name: "look" }] },
				{
					deltas: Array.from({ length: 40 }, (_, i) => `${i} `),
					between: (i) => (i === 20 ? waitAt(half, release) : undefined),
				},
			]);
			const one = await open([defineAgent({ id: "a", model, tools: [look] })]);
			const two = await open();
			const stream = one.agents.stream({ ...ref, input: "x" });
			await half.opened;
			const readers = [-1, 0, 3, 11, 27, 500].map((after) => ({
				after,
				here: gathered(one.runs.stream(stream.runId, { after })),
				there: gathered(two.runs.stream(stream.runId, { after })),
			}));
			// Somebody who has read what there was, and waits.
			const waiting = two.runs.stream(stream.runId);
			for (let i = 0; i < 26; i++) expect((await waiting.next()).value).toMatchObject({ seq: i });
			release.open();
			const all = await gathered(stream);
			expect(all.map(({ seq }) => seq)).toEqual(all.map((_, i) => i));
			expect(all.at(-1)).toMatchObject({ type: "finish" });
			expect(await gathered(waiting)).toEqual(all.slice(26));
			for (const { after, here, there } of readers) {
				expect(await here).toEqual(all.slice(after + 1));
				expect(await there).toEqual(all.slice(after + 1));
			}
			for (const after of [-1, 7, all.length - 2, all.length - 1, all.length + 5])
				expect(await gathered(two.runs.stream(stream.runId, { after }))).toEqual(all.slice(after + 1));
			const three = await open();
			expect(await gathered(three.runs.stream(stream.runId))).toEqual(all);
		});

		it("a long stream is read over several pieces; they expire some minutes after the end, with nothing left at the server", async () => {
			const words = Array.from({ length: 60 }, (_, i) => `${i}: ${"word ".repeat(300)}`);
			const seen = latch();
			const model = scriptedModel([{ deltas: words, between: (i) => (i === 30 ? seen.opened : undefined) }]);
			const one = await open([defineAgent({ id: "a", model })]);
			const two = await open();
			const stream = one.agents.stream({ ...ref, input: "x" });
			const reader = two.runs.stream(stream.runId);
			const got: RunEvent[] = [];
			for await (const event of reader) {
				got.push(event);
				if (got.length === 30) seen.open();
			}
			expect(textOf(got)).toBe(words.join(""));
			const began = Date.now();
			await one.close();
			opened.splice(opened.indexOf(one), 1);
			const kept = await pieces();
			expect(kept.length).toBeGreaterThan(1);
			const { uid } = await two.sessions.get(ref);
			for (const { id, expiresAt = 0, uid: owner } of kept) {
				expect(id.startsWith(`${stream.runId}:`)).toBe(true);
				expect(owner).toBe(uid);
				expect(expiresAt - began).toBeLessThanOrEqual(10 * 60_000 + 1_000);
				expect(expiresAt - began).toBeGreaterThan(9 * 60_000);
			}
			expect(await gathered(two.runs.stream(stream.runId))).toEqual(got);
		});

		it("who asks before anything was said waits for it", async () => {
			const [asked, release] = [latch(), latch()];
			const model = scriptedModel([{ before: () => waitAt(asked, release), text: "at last" }]);
			const one = await open([defineAgent({ id: "a", model })]);
			const two = await open();
			const stream = one.agents.stream({ ...ref, input: "x" });
			await asked.opened;
			const reader = two.runs.stream(stream.runId);
			const first = reader.next();
			release.open();
			expect(await first).toMatchObject({ value: { seq: 0, type: "text-delta", delta: "at last" } });
			expect((await gathered(reader)).at(-1)).toMatchObject({ type: "finish", output: "at last" });
		});

		it("a reader may leave while it waits, and closing ends it", async () => {
			const asked = latch();
			const model = scriptedModel([
				{ deltas: ["a", "b"], between: (i) => (i === 1 ? waitAt(asked) : undefined) },
			]);
			const one = await open([defineAgent({ id: "a", model })]);
			const two = await open();
			const stream = one.agents.stream({ ...ref, input: "x" });
			stream.result.catch(() => {});
			await asked.opened;
			const [leaves, stays] = [two.runs.stream(stream.runId), two.runs.stream(stream.runId)];
			for (const reader of [leaves, stays]) expect((await reader.next()).value).toMatchObject({ delta: "a" });
			const waiting = leaves.next();
			await leaves.return?.();
			expect(await waiting).toEqual({ done: true, value: undefined });
			const closed = refusal(stays.next(), "unavailable");
			await two.close();
			await closed;
			expect(await one.runs.get(stream.runId)).toMatchObject({ status: "running" });
		});

		it("a run that fails, or is cancelled from elsewhere, ends with the same error at each server", async () => {
			const asked = latch();
			const model = scriptedModel([
				{ deltas: ["a"], error: new Error("broken") },
				{ deltas: ["b", "c"], between: (i) => (i === 1 ? waitAt(asked) : undefined) },
			]);
			const one = await open([defineAgent({ id: "a", model, settings: { maxRetries: 0 } })]);
			const two = await open();
			const failing = one.agents.stream({ ...ref, input: "x" });
			const there = gathered(two.runs.stream(failing.runId));
			const here = await gathered(failing);
			expect(here.at(-1)).toMatchObject({ type: "error", code: "model_failed" });
			expect(await there).toEqual(here);
			await runFailure(failing.result, "model_failed", "failed");
			const stopped = one.agents.stream({ ...ref, input: "y" });
			const followed = gathered(two.runs.stream(stopped.runId));
			await asked.opened;
			await two.runs.cancel(stopped.runId);
			await runFailure(stopped.result, "cancelled", "cancelled");
			expect(await followed).toEqual(await gathered(stopped));
			expect((await followed).at(-1)).toMatchObject({ type: "error", status: "cancelled" });
		});

		it("a run whose server is gone is closed, and its stream ends with an error behind what was said", async () => {
			const two = await open();
			const id = "dead";
			await peek(async (store) => {
				const fixture = createFixture(store, tenant);
				const seed = { id, parentId: undefined, rootId: id, detail: {}, createdAt: Date.now() };
				const begin = { seed, aliveMs: 0, replace: false, close: () => [] };
				const name = fixture.name("s", { agent: "a" });
				const { uid } = await fixture.append(name, [draft("lost", { runId: id })], { run: { id, begin } });
				const events = [{ seq: 0, type: "text-delta", delta: "I was ab" }];
				const document = { kind: "feed", id: "dead:000000", body: { runId: id, events }, uid };
				await store.documents.put({ tenant: tenant as never, document, expect: "absent", at: 1 });
			});
			const end = { type: "error", code: "unavailable", status: "failed" };
			expect(await gathered(two.runs.stream(id))).toMatchObject([
				{ seq: 0, delta: "I was ab" },
				{ seq: 1, ...end },
			]);
			expect(await two.runs.get(id)).toMatchObject({ status: "failed" });
			expect(await gathered(two.runs.stream(id, { after: 0 }))).toMatchObject([{ seq: 1, ...end }]);
		});

		it("what was erased is told nowhere (ER1)", async () => {
			const one = await quick(["my ", "secret"]);
			const two = await open();
			const stream = one.agents.stream({ ...ref, input: "x" });
			await stream.result;
			expect(textOf(await gathered(two.runs.stream(stream.runId)))).toBe("my secret");
			const log = await two.session(ref).events();
			const answer = log.find(({ kind, source }) => kind === "message" && source === "agent");
			await two.session(ref).erase([answer?.offset ?? -1]);
			expect(await pieces()).toEqual([]);
			// Pieces that came late do not help: the log decides.
			await peek(async (store) => {
				const { uid } = await two.sessions.get(ref);
				const body = { runId: stream.runId, events: [{ seq: 0, type: "text-delta", delta: "my secret" }] };
				const document = { kind: "feed", id: `${stream.runId}:000000`, body, uid: uid as never };
				await store.documents.put({ tenant: tenant as never, document, expect: "absent", at: 1 });
			});
			for (const hf of [one, two]) await refusal(gathered(hf.runs.stream(stream.runId)), "not_found");
			await two.sessions.delete(ref);
			expect(await pieces()).toEqual([]);
			for (const [hf, code] of [
				[one, "not_found"],
				[two, "not_found"],
			] as const)
				await refusal(gathered(hf.runs.stream(stream.runId)), code);
		});

		it("a session that is deleted while its run streams takes the stream with it, at each server (ER1)", async () => {
			const asked = latch();
			const model = scriptedModel([
				{ deltas: ["a", "b"], between: (i) => (i === 1 ? waitAt(asked) : undefined) },
			]);
			const one = await open([defineAgent({ id: "a", model })]);
			const two = await open();
			const stream = one.agents.stream({ ...ref, input: "x" });
			stream.result.catch(() => {});
			await asked.opened;
			const reader = two.runs.stream(stream.runId);
			expect((await reader.next()).value).toMatchObject({ delta: "a" });
			const ending = refusal(gathered(reader), "not_found");
			await two.sessions.delete(ref);
			await ending;
			expect(await pieces()).toEqual([]);
		});

		it("of a run that nobody streamed the end is told; one that there is not, and one of a server that does not share, are refused", async () => {
			const asked = latch();
			const one = await open([
				defineAgent({
					id: "a",
					model: scriptedModel([
						"a",
						{ deltas: ["b", "c"], between: (i) => (i === 1 ? waitAt(asked) : undefined) },
					]),
				}),
			]);
			const two = await open();
			const { runId } = await one.agents.run({ ...ref, input: "x" });
			expect(await gathered(two.runs.stream(runId))).toMatchObject([{ seq: 0, type: "finish", output: "a" }]);
			await refusal(gathered(two.runs.stream("nope")), "not_found");
			await refusal(gathered(two.runs.stream(runId, { after: -2 })), "invalid");
			const alone = await open([defineAgent({ id: "a", model: scriptedModel(["ok"]) })], false);
			const stream = alone.agents.stream({ ...ref, input: "y" });
			expect((await gathered(alone.runs.stream(stream.runId))).at(-1)).toMatchObject({ type: "finish" });
			expect(await pieces()).toEqual([]);
			const shared = one.agents.stream({ ...ref, input: "z" });
			shared.result.catch(() => {});
			await asked.opened;
			await refusal(gathered(alone.runs.stream(shared.runId)), "unavailable");
			await one.runs.cancel(shared.runId);
		});
	});
}
