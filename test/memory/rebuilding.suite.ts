import { describe, expect, it } from "vitest";
import type { Extractor, Holdfast } from "../../src/index.ts";
import { onDay } from "../api/on-day.ts";
import { garbage, refusal } from "../api/refusal.ts";
import type { Backend } from "../api/world.ts";
import { contentsOf, line, toolUse } from "./drafts.ts";
import { memoryWorld } from "./memory-world.ts";
import { sameWhere, scribe } from "./scribe.ts";

const day = (n: number): string => new Date(Date.UTC(2026, 0, n)).toISOString();

async function talk(hf: Holdfast, sessionId: string, ...said: [string, number][]): Promise<void> {
	const session = hf.session({ agentId: "a", userId: "u", sessionId });
	await session.append(said.map(([text, at]) => line("user", text, day(at))));
	await session.end({ wait: true });
}

const known = async (hf: Holdfast, status: "all" | "active" = "all") =>
	(await hf.memory("a", { userId: "u" }).list({ status, limit: 500 })).items.toReversed();

/** Takes what a line says behind a word. */
const reading = (name: string, word: string, say: (what: string) => string): Extractor => ({
	name,
	async extract(lines) {
		return lines.flatMap(({ text, offset, role }) => {
			const what = text.split(`${word} `)[1];
			if (what === undefined || role !== "user") return [];
			return [
				{
					content: say(what),
					kind: "other" as const,
					importance: 0.5,
					confidence: 0.7,
					sources: [offset],
					trusted: true,
				},
			];
		});
	},
});
const other = reading("other-1", "likes", (what) => `The user is said to like ${what}`);

/** FA6: facts can be derived again. */
export function describeRebuilding(backend: Backend): void {
	describe("rebuilding (FA6)", () => {
		const world = memoryWorld(backend);
		const filled = async (tenant = "default") => {
			const hf = await world.open({
				tenant,
				model: scribe({
					judge: sameWhere((a, b) => a.includes("lives") && b.includes("lives"), "contradicts"),
				}),
			});
			await talk(hf, "one", ["note: The user likes tea.", 1], ["note: The user lives in Rome.", 1]);
			await talk(hf, "two", ["note: The user likes figs.", 2], ["note: The user lives in Oslo.", 3]);
			await hf
				.session({ agentId: "a", userId: "v", sessionId: "one" })
				.append(line("user", "note: The other likes rum."));
			await hf.session({ agentId: "a", userId: "v", sessionId: "one" }).end({ wait: true });
			const memory = hf.memory("a", { userId: "u" });
			await memory.write("The user wrote this.");
			const pinned = (await known(hf)).find(({ content }) => content.includes("figs"));
			await memory.pin(pinned?.id ?? "");
			return { hf, memory };
		};

		it("with the same extractor nothing changes, however often", async () => {
			const { hf, memory } = await filled();
			const before = await known(hf);
			for (let i = 0; i < 2; i++) {
				expect(await memory.rebuild()).toMatchObject({
					dryRun: false,
					extractor: "model:scripted/scripted",
					sessions: 2,
					added: [],
					removed: [],
					changed: [],
					unchanged: 3,
					kept: 2,
				});
				expect((await known(hf)).map(({ id, content, status }) => ({ id, content, status }))).toEqual(
					before.map(({ id, content, status }) => ({ id, content, status })),
				);
			}
			expect((await memory.search("tea")).hits[0]?.content).toBe("The user likes tea.");
		});

		it("with another one it says what would change, and with dryRun changes nothing", async () => {
			const { hf, memory } = await filled();
			const before = await known(hf);
			const report = await memory.rebuild({ extractor: other, dryRun: true });
			expect(report).toMatchObject({
				dryRun: true,
				extractor: "other-1",
				sessions: 2,
				kept: 2,
				unchanged: 0,
			});
			expect(contentsOf(report.added).sort()).toEqual([
				"The user is said to like figs.",
				"The user is said to like tea.",
			]);
			expect(contentsOf(report.removed).sort()).toEqual([
				"The user likes tea.",
				"The user lives in Oslo.",
				"The user lives in Rome.",
			]);
			expect(await known(hf)).toEqual(before);
		});

		it("applied it is as it said: what was written or pinned stays, the rest is what the log says now", async () => {
			const { hf, memory } = await filled();
			const said = await memory.rebuild({ extractor: other, dryRun: true });
			const done = await memory.rebuild({ extractor: other });
			expect({ ...done, dryRun: true }).toEqual(said);
			const facts = await known(hf);
			expect(contentsOf(facts).sort()).toEqual([
				"The user is said to like figs.",
				"The user is said to like tea.",
				"The user likes figs.",
				"The user wrote this.",
			]);
			expect(facts.find(({ content }) => content.includes("said to like tea"))).toMatchObject({
				extractor: "other-1",
				sources: [{ sessionId: "one", offset: 0 }],
				scope: "user",
			});
			expect((await memory.search("Oslo")).hits.map(({ content }) => content)).not.toContain(
				"The user lives in Oslo.",
			);
			expect(await memory.rebuild({ extractor: other })).toMatchObject({
				added: [],
				removed: [],
				changed: [],
			});
			// And back.
			const back = await memory.rebuild();
			expect(contentsOf(back.removed).sort()).toEqual(contentsOf(said.added).sort());
			expect(contentsOf(await known(hf, "active")).sort()).toEqual([
				"The user likes figs.",
				"The user likes tea.",
				"The user lives in Oslo.",
				"The user wrote this.",
			]);
		});

		it("other words for the same fact are a new wording: the one before is still read by its number (AG9)", async () => {
			const { hf, memory } = await filled();
			const loud = reading("loud-1", "likes", (what) => `The user LIKES ${what}`);
			const before = (await known(hf)).find(({ content }) => content === "The user likes tea.");
			const id = before?.id ?? "";
			await memory.rebuild({ extractor: loud });
			expect(await memory.get(id, { wording: 1 })).toMatchObject({ content: "The user LIKES tea." });
			expect(await memory.get(id, { wording: 0 })).toMatchObject({
				content: "The user likes tea.",
				current: "The user LIKES tea.",
			});
			await memory.update(id, { content: "The user loves tea." });
			expect((await memory.get(id, { wording: 0 })).content).toBe("The user likes tea.");
			expect((await memory.get(id, { wording: 1 })).content).toBe("The user LIKES tea.");
		});

		it("nobody else's facts are touched; a memory of everybody rebuilds all", async () => {
			const { hf, memory } = await filled();
			await memory.rebuild({ extractor: other });
			const v = hf.memory("a", { userId: "v" });
			expect(contentsOf((await v.list()).items)).toEqual(["The other likes rum."]);
			const report = await hf.memory("a", { everybody: true }).rebuild({ extractor: other });
			expect(report.sessions).toBe(3);
			expect(contentsOf((await v.list()).items)).toEqual(["The user is said to like rum."]);
		});

		it("what was not consolidated yet is left for its end", async () => {
			const { hf, memory } = await filled();
			await hf
				.session({ agentId: "a", userId: "u", sessionId: "open" })
				.append(line("user", "note: The user likes rye."));
			await memory.rebuild({ extractor: other });
			expect(contentsOf(await known(hf)).join()).not.toContain("rye");
			await hf.session({ agentId: "a", userId: "u", sessionId: "open" }).end({ wait: true });
			expect(contentsOf(await known(hf)).filter((content) => content.includes("rye"))).toHaveLength(1);
		});

		it("facts from what retention has removed stay: they cannot be derived again (SE12)", async () => {
			const hf = await world.open({ model: scribe(), retention: { events: 1 } });
			await onDay(-2, () => talk(hf, "one", ["note: The user likes tea.", 1]));
			await talk(hf, "two", ["note: The user likes figs.", 20]);
			await hf.sweep();
			const report = await hf.memory("a", { userId: "u" }).rebuild({ extractor: other });
			expect(report).toMatchObject({ kept: 1, added: [{}], removed: [{ content: "The user likes figs." }] });
			expect(contentsOf(await known(hf)).sort()).toEqual([
				"The user is said to like figs.",
				"The user likes tea.",
			]);
		});

		it("what is consolidated while it is rebuilt stays", async () => {
			const { hf, memory } = await filled();
			let first = true;
			const extractor: Extractor = {
				name: "slow",
				async extract(lines) {
					if (first) {
						first = false;
						await talk(hf, "one", ["note: The user likes rye.", 9]);
						await talk(hf, "new", ["note: The user likes oats.", 9]);
					}
					return other.extract(lines);
				},
			};
			await memory.rebuild({ extractor });
			const contents = contentsOf(await known(hf, "active"));
			expect(contents).toContain("The user likes rye.");
			expect(contents).toContain("The user likes oats.");
			expect(contents).toContain("The user is said to like tea.");
		});

		it("what is erased while it is rebuilt does not come back: it is refused, and can be called again (ER1)", async () => {
			const session = { agentId: "a", userId: "u", sessionId: "one" };
			const erasures: ((hf: Holdfast) => Promise<unknown>)[] = [
				(hf) => hf.session(session).erase(0, { forget: true }),
				(hf) => hf.sessions.delete(session, { forget: true }),
			];
			for (const [i, erase] of erasures.entries()) {
				const { hf, memory } = await filled(`tenant ${i}`);
				let first = true;
				const extractor: Extractor = {
					name: "slow",
					async extract(lines) {
						const found = await other.extract(lines);
						if (first) await erase(hf);
						first = false;
						return found;
					},
				};
				const error = await refusal(memory.rebuild({ extractor }), "conflict");
				expect(error.message).toContain("again");
				expect(contentsOf(await known(hf)).join()).not.toContain("tea");
				await memory.rebuild({ extractor });
				expect(contentsOf(await known(hf)).join()).not.toContain("tea");
				expect(contentsOf(await known(hf))).toContain("The user is said to like figs.");
			}
		});

		it("what a person has changed stays as that person left it (FA7)", async () => {
			const { hf, memory } = await filled();
			const tea = (await known(hf)).find(({ content }) => content.includes("tea"));
			await memory.update(tea?.id ?? "", { content: "The user likes tea without milk." });
			await hf
				.session({ agentId: "a", userId: "u", sessionId: "tool" })
				.append([line("user", "look"), ...toolUse("c", "note: The user owns a barn.")]);
			await hf.session({ agentId: "a", userId: "u", sessionId: "tool" }).end({ wait: true });
			const barn = (await known(hf)).find(({ content }) => content.includes("barn"));
			await memory.update(barn?.id ?? "", { status: "active" });
			const oslo = (await known(hf)).find(({ content }) => content.includes("Oslo"));
			await memory.update(oslo?.id ?? "", { status: "superseded" });
			await memory.rebuild();
			expect(contentsOf(await known(hf, "active")).join()).not.toContain("Oslo");
			expect(await memory.get(tea?.id ?? "")).toMatchObject({ content: "The user likes tea without milk." });
			expect(await memory.get(barn?.id ?? "")).toMatchObject({ status: "active" });
		});

		it("bad options are refused", async () => {
			const memory = (await world.open()).memory("a");
			for (const options of [
				{ dryRun: "yes" },
				{ extractor: {} },
				{ extractor: "rules" },
				{ all: true },
				"x",
			]) {
				await refusal(memory.rebuild(garbage(options)), "invalid");
			}
			expect(await memory.rebuild()).toMatchObject({ sessions: 0, added: [], kept: 0 });
		});

		it("an extractor that fails leaves everything as it was", async () => {
			const { hf, memory } = await filled();
			const before = await known(hf);
			const extractor = { name: "broken", extract: () => Promise.reject(new Error("no")) };
			await expect(memory.rebuild({ extractor })).rejects.toThrow("no");
			expect(await known(hf)).toEqual(before);
		});
	});
}
