import { describe, expect, onTestFinished } from "vitest";
import { type Holdfast, holdfast } from "../../../src/index.ts";
import { onEachStore } from "../../processes/on-each-store.ts";
import { startChild } from "../../processes/start-child.ts";
import { type Place, storeAt } from "../../processes/store-at.ts";
import { line } from "../drafts.ts";
import { sameWhere, scribe } from "../scribe.ts";
import type { ConsolidatorInput, ConsolidatorMessage } from "./consolidator.ts";

const isTea = (text: string): boolean => text.includes("tea");
const SESSIONS = ["one", "two", "three", "four", "five", "six"];

async function open(path: Place): Promise<Holdfast> {
	const hf = await holdfast({
		store: storeAt(path),
		model: scribe({ judge: sameWhere((a, b) => isTea(a) && isTea(b)) }),
	});
	onTestFinished(() => hf.close());
	return hf;
}

/** A place with sessions that all say one thing in their own words, and each one of its own. */
async function prepare(path: Place): Promise<Place> {
	const hf = await open(path);
	for (const sessionId of SESSIONS) {
		await hf
			.session({ agentId: "a", userId: "u", sessionId })
			.append([
				line("user", `note: The user drinks tea ${sessionId}.`),
				line("user", `note: The user owns house ${sessionId}.`),
			]);
	}
	// It must not take up what is meant for others.
	await hf.close();
	return path;
}

const start = (given: ConsolidatorInput) =>
	startChild<ConsolidatorMessage>("../../memory/processes/consolidator", given);

async function expectAllOnce(hf: Holdfast): Promise<void> {
	const memory = hf.memory("a", { userId: "u" });
	const facts = (await memory.list({ status: "all", limit: 500 })).items;
	const tea = facts.filter(({ content }) => isTea(content));
	expect(tea).toHaveLength(1);
	expect(tea[0]?.sources.map(({ sessionId, offset }) => `${sessionId} ${offset}`).sort()).toEqual(
		SESSIONS.map((name) => `${name} 0`).sort(),
	);
	const houses = facts.filter(({ content }) => content.includes("house"));
	expect(
		houses.map(({ sources }) => sources.map(({ sessionId, offset }) => `${sessionId} ${offset}`)).sort(),
	).toEqual(SESSIONS.map((name) => [`${name} 1`]).sort());
	// Extracted once, and merged once for each other session.
	expect((await memory.history(tea[0]?.id ?? "")).map(({ change }) => change)).toEqual([
		"extracted",
		...SESSIONS.slice(1).map(() => "merged"),
	]);
	expect((await hf.jobs.list()).items.filter(({ kind }) => kind === "consolidate")).toEqual([]);
}

/** FA3: idempotent, and done after a crash by whoever comes next. */
describe("processes that consolidate (FA3)", () => {
	for (const hold of ["model", "before", "after"] as const) {
		onEachStore(
			`killed in the middle (${hold}): the next process does the rest; nothing is lost, nothing is there twice`,
			async (newPlace) => {
				const path = await prepare(await newPlace());
				const child = start({ path, sessions: SESSIONS, hold });
				await child.message((message) => "held" in message);
				await child.kill();
				const hf = await open(path);
				// It may have died before it came to the last ones; ending the others again is harmless.
				for (const sessionId of SESSIONS) await hf.session({ agentId: "a", userId: "u", sessionId }).end();
				await hf.idle();
				await expectAllOnce(hf);
			},
		);
	}

	onEachStore(
		"frozen for longer than its claim: another process does its job; when it wakes up its write is refused, and nothing is there twice",
		async (newPlace) => {
			const path = await prepare(await newPlace());
			const child = start({ path, sessions: SESSIONS, hold: "frozen" });
			const { held } = (await child.message((message) => "held" in message)) as { held: number };
			const hf = await open(path);
			for (const sessionId of SESSIONS) await hf.session({ agentId: "a", userId: "u", sessionId }).end();
			await hf.idle();
			await expectAllOnce(hf);
			// Again and again: on a busy machine the first one can come before the process has stopped itself.
			const waking = setInterval(() => process.kill(held, "SIGCONT"), 50);
			onTestFinished(() => clearInterval(waking));
			process.kill(held, "SIGCONT");
			const end = await child.message((message) => "done" in message);
			clearInterval(waking);
			expect("refused" in end && end.refused.length).toBeGreaterThan(0);
			await child.ended();
			await expectAllOnce(hf);
		},
	);

	onEachStore("several at work at the same place: each fact once, with all its sources", async (newPlace) => {
		const path = await prepare(await newPlace());
		const children = [SESSIONS, SESSIONS.toReversed()].map((sessions) => start({ path, sessions }));
		await Promise.all(children.map((child) => child.ended()));
		const hf = await open(path);
		await hf.idle();
		await expectAllOnce(hf);
	});
});
