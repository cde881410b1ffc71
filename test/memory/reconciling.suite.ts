import { describe, expect, it } from "vitest";
import type { Holdfast } from "../../src/index.ts";
import type { Backend } from "../api/world.ts";
import { contentsOf, line } from "./drafts.ts";
import { memoryWorld } from "./memory-world.ts";
import { type Comparison, sameWhere, scribe, type Verdict } from "./scribe.ts";

const day = (n: number): string => new Date(Date.UTC(2026, 0, n)).toISOString();

let sessions = 0;
/** A session of the user in which this was said, on these days. */
async function talk(hf: Holdfast, ...said: (string | [string, number])[]): Promise<string> {
	const sessionId = `session ${++sessions}`;
	const session = hf.session({ agentId: "a", userId: "u", sessionId });
	await session.append(
		said.map((one) => (typeof one === "string" ? line("user", one) : line("user", one[0], day(one[1])))),
	);
	await session.end({ wait: true });
	return sessionId;
}

const known = async (hf: Holdfast) =>
	(await hf.memory("a", { userId: "u" }).list({ status: "all", limit: 500 })).items.toReversed();
const lives = (text: string): boolean => text.includes("lives in");
const home = sameWhere((a, b) => lives(a) && lives(b), "contradicts");

/** FA3, FA4: what is said again, differently, or no more. */
export function describeReconciling(backend: Backend): void {
	describe("facts that meet (FA3, FA4)", () => {
		const world = memoryWorld(backend);

		it("the same over ten sessions, in ten wordings, is one fact with ten sources; ten others are ten (FA3)", async () => {
			const isTea = (text: string) => /tea|Darjeeling/.test(text);
			const hf = await world.open({ model: scribe({ judge: sameWhere((a, b) => isTea(a) && isTea(b)) }) });
			const wordings = [
				"likes tea",
				"is fond of tea",
				"drinks tea gladly",
				"would rather have tea",
				"never says no to tea",
				"starts the day with Darjeeling",
				"orders tea wherever there is some",
				"has tea with breakfast",
				"enjoys a pot of tea",
				"cannot do without tea",
			];
			const others = [
				"a dog",
				"a boat",
				"a garden",
				"a piano",
				"a brother",
				"a cottage",
				"a loom",
				"a kiln",
				"a tent",
				"a kite",
			];
			const named: string[] = [];
			for (const [i, wording] of wordings.entries()) {
				named.push(await talk(hf, [`note: The user ${wording}.`, i + 1]));
				await talk(hf, [`note: The user has ${others[i]}.`, i + 1]);
			}
			const facts = await known(hf);
			const tea = facts.filter(({ content }) => isTea(content));
			expect(tea).toHaveLength(1);
			expect(tea[0]?.sources.map(({ sessionId }) => sessionId).sort()).toEqual(named.sort());
			expect(tea[0]?.confidence).toBeGreaterThan(0.8);
			expect(tea[0]?.confidence).toBeLessThan(1);
			expect(facts.filter(({ content }) => !isTea(content))).toHaveLength(10);
			const history = await hf.memory("a", { userId: "u" }).history(tea[0]?.id ?? "");
			expect(history.map(({ change }) => change)).toEqual(["extracted", ...new Array(9).fill("merged")]);
			expect(history[3]).toMatchObject({ with: "The user would rather have tea." });
			for (const sessionId of named) {
				const from = await hf.memory("a", { userId: "u" }).from({ sessionId, offset: 0 });
				expect(from.map(({ id }) => id)).toEqual([tea[0]?.id]);
			}
		});

		it("the same twice in one session is one fact with both sources", async () => {
			const hf = await world.open({
				model: scribe({ judge: sameWhere((a, b) => /tea/.test(a) && /tea/.test(b)) }),
			});
			await talk(hf, "note: The user likes tea.", "hm", "note: The user adores tea.");
			const facts = await known(hf);
			expect(facts).toHaveLength(1);
			expect(facts[0]?.sources.map(({ offset }) => offset)).toEqual([0, 2]);
		});

		it("the words of a model for both are taken; a person's own stay as they were written", async () => {
			const judge = ({ known: [first] }: Comparison): Verdict =>
				first
					? { relation: "more_exact", id: first.id, content: "The user likes green tea." }
					: { relation: "new" };
			const hf = await world.open({ model: scribe({ judge }) });
			await talk(hf, "note: The user likes tea.");
			await talk(hf, "note: Green is the tea of the user.");
			expect(contentsOf(await known(hf))).toEqual(["The user likes green tea."]);
			const memory = hf.memory("a", { userId: "u" });
			expect((await memory.search("green tea")).hits[0]?.content).toBe("The user likes green tea.");
			const [fact] = await known(hf);
			expect((await memory.history(fact?.id ?? "")).at(-1)).toMatchObject({
				change: "merged",
				from: "The user likes tea.",
			});
			expect(await memory.get(fact?.id ?? "", { wording: 0 })).toMatchObject({
				content: "The user likes tea.",
				current: "The user likes green tea.",
			});
			await memory.forget(fact?.id ?? "");
			await memory.write("Tea, and green at that!");
			await talk(hf, "note: The user drinks green tea.");
			expect(contentsOf(await known(hf))).toEqual(["Tea, and green at that!"]);
		});

		it("a contradiction supersedes: the old is kept with the time it held, and names what holds instead (FA3)", async () => {
			const hf = await world.open({ model: scribe({ judge: home }) });
			await talk(hf, ["note: The user lives in Rome.", 1]);
			await talk(hf, ["note: The user lives in Oslo.", 5]);
			const [rome, oslo] = await known(hf);
			expect(rome).toMatchObject({
				content: "The user lives in Rome.",
				status: "superseded",
				supersededBy: oslo?.id,
				validFrom: day(1),
				validTo: day(5),
			});
			expect(oslo).toMatchObject({ content: "The user lives in Oslo.", status: "active", validFrom: day(5) });
			expect(oslo).not.toHaveProperty("validTo");
			const memory = hf.memory("a", { userId: "u" });
			expect(contentsOf((await memory.list()).items)).toEqual(["The user lives in Oslo."]);
			expect(contentsOf((await memory.search("Rome")).hits)).not.toContain("The user lives in Rome.");
			expect(contentsOf((await memory.list({ status: "superseded" })).items)).toEqual([
				"The user lives in Rome.",
			]);
			expect(await memory.history(rome?.id ?? "")).toMatchObject([
				{ change: "extracted" },
				{ change: "superseded", by: oslo?.id, reason: expect.any(String) },
			]);
			// And it may be undone by hand.
			expect(await memory.update(rome?.id ?? "", { status: "active" })).toMatchObject({ status: "active" });
			expect(await memory.get(rome?.id ?? "")).not.toHaveProperty("supersededBy");
			expect(await memory.get(rome?.id ?? "")).not.toHaveProperty("validTo");
		});

		it("within one session the later word holds", async () => {
			const hf = await world.open({ model: scribe({ judge: home }) });
			await talk(hf, ["note: The user lives in Rome.", 1], ["note: The user lives in Oslo.", 2]);
			expect(await known(hf)).toMatchObject([
				{ content: "The user lives in Rome.", status: "superseded" },
				{ content: "The user lives in Oslo.", status: "active" },
			]);
		});

		it("what was said earlier and comes later does not supersede: it is the past (FA3)", async () => {
			const hf = await world.open({ model: scribe({ judge: home }) });
			await talk(hf, ["note: The user lives in Oslo.", 5]);
			await talk(hf, ["note: The user lives in Rome.", 1]);
			const [oslo, rome] = await known(hf);
			expect(oslo).toMatchObject({ content: "The user lives in Oslo.", status: "active" });
			expect(rome).toMatchObject({
				content: "The user lives in Rome.",
				status: "superseded",
				supersededBy: oslo?.id,
				validFrom: day(1),
				validTo: day(5),
			});
		});

		it("three homes, told out of order: the last one holds (FA3)", async () => {
			const hf = await world.open({ model: scribe({ judge: home }) });
			await talk(hf, ["note: The user lives in Oslo.", 3]);
			await talk(hf, ["note: The user lives in Rome.", 1]);
			await talk(hf, ["note: The user lives in Cork.", 9]);
			const facts = await known(hf);
			expect(facts.filter(({ status }) => status === "active").map(({ content }) => content)).toEqual([
				"The user lives in Cork.",
			]);
			expect(facts.find(({ content }) => content.includes("Oslo"))).toMatchObject({ validTo: day(9) });
		});

		it("what is pinned is not superseded by what is said in passing; the two are linked (FA7)", async () => {
			const hf = await world.open({ model: scribe({ judge: home }) });
			const memory = hf.memory("a", { userId: "u" });
			const id = await memory.write("The user lives in Rome.", { pinned: true });
			await talk(hf, "note: The user lives in Oslo.");
			const facts = await known(hf);
			expect(facts.map(({ status }) => status)).toEqual(["active", "active"]);
			expect(facts[0]).toMatchObject({ id, pinned: true, related: [facts[1]?.id] });
			expect(facts[1]).toMatchObject({ related: [id] });
		});

		it("what the speaker takes back is superseded (FA3)", async () => {
			const hf = await world.open({ model: scribe() });
			await talk(hf, ["note: The user has a dog.", 1], ["note: The user has a cat.", 1]);
			await talk(hf, ["note: The user has a fox. | corrects=The user has a dog.", 2]);
			const facts = await known(hf);
			expect(facts).toMatchObject([
				{ content: "The user has a dog.", status: "superseded", supersededBy: facts[2]?.id },
				{ content: "The user has a cat.", status: "active" },
				{ content: "The user has a fox.", status: "active" },
			]);
		});

		it("when nobody is sure both are kept, and know of each other (FA3)", async () => {
			const hf = await world.open({
				model: scribe({ judge: sameWhere((a, b) => /figs/.test(a) && /figs/.test(b), "related") }),
			});
			await talk(hf, "note: The user likes figs.");
			await talk(hf, "note: The user bought figs.");
			const [one, two] = await known(hf);
			expect(one).toMatchObject({ status: "active", related: [two?.id] });
			expect(two).toMatchObject({ status: "active", related: [one?.id] });
			expect(
				(await hf.memory("a", { userId: "u" }).history(one?.id ?? "")).map(({ change }) => change),
			).toEqual(["extracted", "linked"]);
		});

		it("everything that happens to a fact in one consolidation is in its history (FA4)", async () => {
			const hf = await world.open({
				model: scribe({ judge: sameWhere((a, b) => /tea/.test(a) && /tea/.test(b)) }),
			});
			await talk(hf, "note: The user likes tea.");
			await talk(hf, "note: The user adores tea.", "note: The user drinks tea.", "note: The user buys tea.");
			const [fact] = await known(hf);
			expect(fact?.sources).toHaveLength(4);
			const history = await hf.memory("a", { userId: "u" }).history(fact?.id ?? "");
			expect(history.map(({ change }) => change)).toEqual(["extracted", "merged", "merged", "merged"]);
			expect(history.slice(1).map((entry) => entry.with)).toEqual([
				"The user adores tea.",
				"The user drinks tea.",
				"The user buys tea.",
			]);
		});

		it("validity that a model found is kept (FA3)", async () => {
			const hf = await world.open({ model: scribe() });
			await talk(hf, ["note: The user is away. | validFrom=2026-03-01 | validTo=2026-03-05", 1]);
			expect(await known(hf)).toMatchObject([
				{ validFrom: "2026-03-01T00:00:00.000Z", validTo: "2026-03-06T00:00:00.000Z" },
			]);
		});

		it("by rules alone: the same is one, others are others, and a move is a move (FA3)", async () => {
			const hf = await world.open();
			const named: string[] = [];
			for (let i = 1; i <= 10; i++)
				named.push(await talk(hf, [i % 2 ? "I live in Berlin." : "I'm living in Berlin.", i]));
			for (const [i, food] of ["olives", "peanuts", "figs"].entries())
				await talk(hf, [`I am allergic to ${food}.`, 11 + i]);
			const facts = await known(hf);
			expect(facts.filter(({ content }) => content.includes("Berlin"))).toHaveLength(1);
			expect(facts.find(({ content }) => content.includes("Berlin"))?.sources).toHaveLength(10);
			expect(facts.filter(({ content }) => content.includes("allergic"))).toHaveLength(3);
			for (const { extractor } of facts) expect(extractor).toMatch(/^holdfast-rules-/);
			await talk(hf, ["I live in Madrid now.", 20]);
			const homes = (await known(hf)).filter(({ content }) => /Berlin|Madrid/.test(content));
			expect(homes).toMatchObject([{ status: "superseded", validTo: day(20) }, { status: "active" }]);
		});
	});
}
