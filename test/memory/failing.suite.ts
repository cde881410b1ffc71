import { describe, expect, it } from "vitest";
import { type Holdfast, HoldfastError } from "../../src/index.ts";
import type { ScriptedTurn } from "../../src/testing/index.ts";
import { garbage, refusal } from "../api/refusal.ts";
import type { Backend } from "../api/world.ts";
import { latch } from "../turn/turn-world.ts";
import { contentsOf, line } from "./drafts.ts";
import { withCommits } from "./failing-commits.ts";
import { fakeEmbedder } from "./fake-embedder.ts";
import { memoryWorld } from "./memory-world.ts";
import { sameWhere, scribe } from "./scribe.ts";

const ref = { agentId: "a", userId: "u", sessionId: "s" };

const known = async (hf: Holdfast) =>
	(await hf.memory("a", { userId: "u" }).list({ status: "all", limit: 500 })).items.toReversed();
const jobsOf = async (hf: Holdfast) =>
	(await hf.jobs.list()).items.filter(({ kind }) => kind === "consolidate");

async function talk(hf: Holdfast, ...texts: string[]): Promise<void> {
	await hf.session(ref).append(texts.map((text) => line("user", text)));
	await hf.session(ref).end({ wait: true });
}

/** FA3: what goes wrong is tried again; nothing is lost, nothing is there twice. */
export function describeFailing(backend: Backend): void {
	describe("consolidation that fails (FA3)", () => {
		const world = memoryWorld(backend);
		/** A scribe that can be put out of order. */
		const fragile = () => {
			const state: { instead?: ScriptedTurn | undefined } = {};
			return { state, model: scribe({ before: () => state.instead }) };
		};

		it("a model that answers with no JSON: the rules do it, and the facts say so", async () => {
			for (const text of [
				"I cannot do that.",
				'{"facts": "none"}',
				'{"facts":[{"content":"x","sources":[99]}]}',
				"",
			]) {
				const { model, state } = fragile();
				state.instead = { text };
				const hf = await world.open({ model, tenant: `t${text.length}` });
				await talk(hf, "I live in Berlin.");
				const facts = await known(hf);
				expect(facts).toMatchObject([{ extractor: expect.stringMatching(/^holdfast-rules-/) }]);
				expect(facts[0]?.content).toContain("Berlin");
				expect(await jobsOf(hf)).toEqual([]);
			}
		});

		it("a partial date, or one fact that is no good, costs nothing but itself", async () => {
			const { model, state } = fragile();
			const fact = (content: string, more: object = {}) => ({
				content,
				kind: "plan",
				importance: 0.5,
				confidence: 0.9,
				sources: [0],
				validFrom: null,
				validTo: null,
				corrects: null,
				relation: "new",
				fact: null,
				...more,
			});
			const facts = [
				fact("The user moves to Rome.", { validFrom: "2026-02" }),
				fact("The user sails.", { sources: [77] }),
				fact("The user paints.", { validTo: "one day" }),
			];
			state.instead = { text: JSON.stringify({ facts }) };
			const hf = await world.open({ model });
			await talk(hf, "I move to Rome in February, and I paint.");
			const kept = await known(hf);
			expect(contentsOf(kept)).toEqual(["The user moves to Rome.", "The user paints."]);
			expect(kept[0]?.validFrom).toBe("2026-02-01T00:00:00.000Z");
			expect(model.prompts).toHaveLength(1);
		});

		it("a model that is away: the job waits, says why, and is done when the model is back", async () => {
			const { model, state } = fragile();
			state.instead = { error: new Error("no connection") };
			const hf = await world.open({ model });
			const before = Date.now();
			const error = await refusal(talk(hf, "note: The user likes tea."), "model_failed");
			expect(await known(hf)).toEqual([]);
			const [job] = await jobsOf(hf);
			expect(job).toMatchObject({
				kind: "consolidate",
				status: "queued",
				attempts: 1,
				session: ref,
				error: expect.stringContaining("no connection"),
			});
			expect(Date.parse(job?.dueAt ?? "")).toBeGreaterThan(before + 500);
			expect(error).toMatchObject({
				jobId: job?.id,
				...ref,
				attempts: 1,
				jobStatus: "queued",
				retryAt: job?.dueAt,
				retryable: false,
				message: expect.stringMatching(/"s" has ended, but its consolidation failed.*no connection.*retried/),
			});
			expect((await hf.sessions.get(ref)).endedAt).toBeDefined();
			// Who ends it again while it waits is told the same, and at once.
			const again = await refusal(hf.session(ref).end({ wait: true }), "model_failed");
			expect(again).toMatchObject({ jobId: job?.id, attempts: 1 });
			await hf.session(ref).end();
			// It is not the end of anything else.
			expect(await hf.idle()).toEqual({
				failed: [
					{
						jobId: job?.id,
						kind: "consolidate",
						status: "queued",
						attempts: 1,
						...ref,
						error: { code: "model_failed", message: expect.stringContaining("no connection") },
					},
				],
			});
			state.instead = undefined;
			await hf.jobs.retry(job?.id ?? "");
			expect(await hf.idle()).toEqual({ failed: [] });
			expect(contentsOf(await known(hf))).toEqual(["The user likes tea."]);
			expect(await jobsOf(hf)).toEqual([]);
		});

		it("the model away before the second window: nothing of it is written, and later all of it once", async () => {
			let away = true;
			const model = scribe({
				before: ({ index }) => (away && index > 0 ? { error: new Error("no connection") } : undefined),
			});
			const hf = await world.open({ model });
			const filler = Array.from({ length: 40 }, () => `hm ${"word ".repeat(160)}`);
			await refusal(
				talk(hf, "note: The user likes tea.", ...filler, "note: The user likes figs."),
				"model_failed",
			);
			expect(await known(hf)).toHaveLength(0);
			away = false;
			await hf.jobs.retry((await jobsOf(hf))[0]?.id ?? "");
			await hf.idle();
			expect(contentsOf(await known(hf))).toEqual(["The user likes tea.", "The user likes figs."]);
		});

		it("given up: a dead letter that is listed, tried again by hand, or dropped", async () => {
			let hopeless = true;
			const store = withCommits(world.store, (_, next) => {
				if (hopeless) throw new HoldfastError("invalid", "this cannot be stored");
				return next();
			});
			const hf = await world.open({ model: scribe(), store });
			const error = await refusal(talk(hf, "note: The user likes tea."), "unavailable");
			const dead = (await hf.jobs.list({ status: "dead" })).items;
			expect(dead).toMatchObject([
				{ kind: "consolidate", status: "dead", attempts: 1, error: "this cannot be stored", session: ref },
			]);
			expect(error).toMatchObject({
				jobId: dead[0]?.id,
				sessionId: "s",
				attempts: 1,
				jobStatus: "dead",
				retryable: false,
				message: expect.stringMatching(/this cannot be stored.*failed permanently after 1 attempt: /),
			});
			expect(await hf.idle()).toMatchObject({ failed: [{ jobId: dead[0]?.id, status: "dead" }] });
			// It stands given up, whoever asks.
			await refusal(hf.session(ref).end({ wait: true }), "unavailable");
			expect((await hf.jobs.list({ status: "queued" })).items).toEqual([]);
			// Another process does not take it up.
			const other = await world.open({ model: scribe() });
			expect(await other.idle()).toEqual({ failed: [] });
			expect(await known(other)).toEqual([]);
			hopeless = false;
			await hf.jobs.retry(dead[0]?.id ?? "");
			await hf.idle();
			expect(await known(hf)).toHaveLength(1);
			expect(await jobsOf(hf)).toEqual([]);
			hopeless = true;
			await hf.session(ref).append(line("user", "note: The user likes figs."));
			await refusal(hf.session(ref).end({ wait: true }), "unavailable");
			const [again] = (await hf.jobs.list({ status: "dead" })).items;
			await hf.jobs.drop(again?.id ?? "");
			expect((await hf.jobs.list({ status: "dead" })).items).toEqual([]);
			// What was not learnt is not lost: the next end reads it.
			hopeless = false;
			await hf.session(ref).append(line("user", "note: The user likes plums."));
			await hf.session(ref).end({ wait: true });
			expect(contentsOf(await known(hf))).toEqual([
				"The user likes tea.",
				"The user likes figs.",
				"The user likes plums.",
			]);
		});

		it("jobs are each tenant's own; unknown ones are not_found", async () => {
			const { model, state } = fragile();
			state.instead = { error: new Error("no connection") };
			const hf = await world.open({ model });
			await refusal(talk(hf, "note: The user likes tea."), "model_failed");
			const [job] = await jobsOf(hf);
			const other = await world.open({ tenant: "other" });
			expect(await jobsOf(other)).toEqual([]);
			await refusal(other.jobs.retry(job?.id ?? ""), "not_found");
			await refusal(other.jobs.drop(job?.id ?? ""), "not_found");
			await refusal(hf.jobs.retry("nope"), "not_found");
			await refusal(hf.jobs.drop("nope"), "not_found");
			await refusal(hf.jobs.drop(garbage(undefined)), "invalid");
			await refusal(hf.jobs.list(garbage({ status: "lost" })), "invalid");
			await refusal(hf.jobs.list({ limit: 0 }), "invalid");
			expect(await jobsOf(hf)).toHaveLength(1);
		});

		it("a commit that fails is made again; one whose answer is lost is not (FA3)", async () => {
			for (const isDone of [false, true]) {
				let failures = 1;
				const store = withCommits(world.store, async (unit, next) => {
					if (!unit.consolidated || failures-- <= 0) return next();
					if (isDone) await next();
					throw new Error("the line went dead");
				});
				const tenant = `done ${isDone}`;
				const hf = await world.open({ model: scribe(), store, tenant });
				const talked = talk(hf, "note: The user likes tea.", "note: The user likes figs.");
				// A job that is done has not failed, whatever was heard of it.
				if (isDone) await talked;
				else await refusal(talked, "unavailable");
				expect(await known(hf)).toHaveLength(isDone ? 2 : 0);
				for (const { id } of await jobsOf(hf)) await hf.jobs.retry(id);
				await hf.idle();
				const facts = await known(hf);
				expect(contentsOf(facts)).toEqual(["The user likes tea.", "The user likes figs."]);
				expect(facts.map(({ sources }) => sources.length)).toEqual([1, 1]);
				expect(await jobsOf(hf)).toEqual([]);
				for (const { id } of facts) expect(await hf.memory("a", { userId: "u" }).history(id)).toHaveLength(1);
			}
		});

		it("who waits for a job that another process has is told what came of it there", async () => {
			const here = latch();
			const go = latch();
			const slow = scribe({
				async before() {
					here.open();
					await go.opened;
					return { error: new Error("no connection") };
				},
			});
			const [one, two] = [await world.open({ model: slow }), await world.open({ model: scribe() })];
			await one.session(ref).append(line("user", "note: The user likes tea."));
			await one.session(ref).end();
			await here.opened;
			const waited = refusal(two.session(ref).end({ wait: true }), "unavailable");
			go.open();
			expect(await waited).toMatchObject({ attempts: 1, message: expect.stringContaining("no connection") });
		});

		it("an old dead letter of a session does not fail an end that worked (FA3)", async () => {
			let hopeless = true;
			const store = withCommits(world.store, (_, next) => {
				if (hopeless) throw new HoldfastError("invalid", "this cannot be stored");
				return next();
			});
			const hf = await world.open({ model: scribe(), store });
			await refusal(talk(hf, "note: The user likes tea."), "unavailable");
			hopeless = false;
			await talk(hf, "note: The user likes figs.");
			expect((await hf.jobs.list({ status: "dead" })).items).toHaveLength(1);
			await hf.session(ref).end({ wait: true });
			expect(await known(hf)).toHaveLength(2);
		});

		it("closing in the middle: whoever opens next does all of it, once", async () => {
			const here = latch();
			const slow = scribe({
				async before() {
					here.open();
					return new Promise<never>(() => {});
				},
			});
			const one = await world.open({ model: slow });
			await one.session(ref).append(line("user", "note: The user likes tea."));
			await one.session(ref).end();
			await here.opened;
			await one.close();
			const two = await world.open({ model: scribe() });
			await two.idle();
			expect(await known(two)).toMatchObject([{ content: "The user likes tea.", sources: [{ offset: 0 }] }]);
			expect(await jobsOf(two)).toEqual([]);
		});

		it("a session deleted while it is read leaves nothing behind (ER1)", async () => {
			const here = latch();
			const go = latch();
			const model = scribe({
				async before() {
					here.open();
					await go.opened;
					return undefined;
				},
			});
			const hf = await world.open({ model });
			await hf.session(ref).append(line("user", "note: The user likes tea."));
			await hf.session(ref).end();
			await here.opened;
			await hf.sessions.delete(ref);
			go.open();
			await hf.idle();
			expect(await known(hf)).toEqual([]);
			expect(await jobsOf(hf)).toEqual([]);
		});

		it("an event erased while it is read is not learnt (ER1)", async () => {
			const here = latch();
			const go = latch();
			const model = scribe({
				async before() {
					here.open();
					await go.opened;
					return undefined;
				},
			});
			const hf = await world.open({ model });
			await hf
				.session(ref)
				.append([line("user", "note: The user likes tea."), line("user", "note: The user likes figs.")]);
			await hf.session(ref).end();
			await here.opened;
			await hf.session(ref).erase(0, { forget: true });
			go.open();
			await hf.idle();
			expect(contentsOf(await known(hf))).toEqual(["The user likes figs."]);
		});

		it("the embedder away: the job waits, and is done when it is back", async () => {
			const fake = fakeEmbedder();
			const hf = await world.open({ model: scribe(), embedder: fake.model });
			await hf.memory("a", { userId: "u" }).write("The user likes plums.");
			fake.failure = new Error("no connection");
			// The embedder is no model that answers.
			await refusal(talk(hf, "note: The user likes tea."), "unavailable");
			const [job] = await jobsOf(hf);
			expect(job).toMatchObject({ status: "queued", error: expect.stringContaining("no connection") });
			fake.failure = undefined;
			await hf.jobs.retry(job?.id ?? "");
			await hf.idle();
			expect(await known(hf)).toHaveLength(2);
		});

		it("a session re-keyed while it is read: the facts are the new user's (ID6)", async () => {
			const here = latch();
			const go = latch();
			const model = scribe({
				async before() {
					here.open();
					await go.opened;
					return undefined;
				},
			});
			const hf = await world.open({ model });
			const bare = { agentId: "a", sessionId: "s" };
			await hf.session(bare).append(line("user", "note: The user likes tea."));
			await hf.session(bare).end();
			await here.opened;
			await hf.sessions.rekey(bare, { userId: "u" });
			go.open();
			await hf.idle();
			expect(await known(hf)).toMatchObject([{ content: "The user likes tea.", scope: "user", userId: "u" }]);
		});

		it("appended while it is read: what is new is learnt by the next end, once (SE9)", async () => {
			const here = latch();
			const go = latch();
			const model = scribe({
				async before() {
					here.open();
					await go.opened;
					return undefined;
				},
			});
			const hf = await world.open({ model });
			await hf.session(ref).append(line("user", "note: The user likes tea."));
			await hf.session(ref).end();
			await here.opened;
			await hf.session(ref).append(line("user", "note: The user likes figs."));
			go.open();
			await hf.session(ref).end({ wait: true });
			const facts = await known(hf);
			expect(contentsOf(facts)).toEqual(["The user likes tea.", "The user likes figs."]);
			expect(facts.map(({ sources }) => sources.length)).toEqual([1, 1]);
		});

		it("two instances at work on one user's sessions: each fact once, with all its sources (FA3)", async () => {
			const isTea = (text: string) => text.includes("tea");
			const models = [0, 1].map(() => scribe({ judge: sameWhere((a, b) => isTea(a) && isTea(b)) }));
			const [one, two] = await Promise.all(models.map((model) => world.open({ model })));
			if (!one || !two) throw new Error("two were opened");
			await Promise.all(
				Array.from({ length: 12 }, async (_, i) => {
					const hf = i % 2 ? one : two;
					const session = hf.session({ ...ref, sessionId: `s${i}` });
					await session.append([
						line("user", `note: The user drinks tea number ${i}.`),
						line("user", `note: The user owns the house ${i}.`),
					]);
					await session.end();
				}),
			);
			await Promise.all([one.idle(), two.idle()]);
			const facts = await known(one);
			const tea = facts.filter(({ content }) => isTea(content));
			expect(tea).toHaveLength(1);
			expect(tea[0]?.sources.map(({ sessionId }) => sessionId).sort()).toEqual(
				Array.from({ length: 12 }, (_, i) => `s${i}`).sort(),
			);
			expect(facts.filter(({ content }) => content.includes("house"))).toHaveLength(12);
			expect(await jobsOf(one)).toEqual([]);
		});
	});
}
