import { describe, expect, it } from "vitest";
import { type Holdfast, holdfast } from "../../src/index.ts";
import { sqlite } from "../../src/store/sqlite/index.ts";
import { tempDatabase } from "../processes/temp-database.ts";
import { filesWith } from "../sqlite/find-bytes.ts";
import { line } from "./drafts.ts";
import { scribe } from "./scribe.ts";

const MARKER = "Archaeopteryx";
const CONTROL = "Pterodactyl";
const BOTH = { include: ["facts", "messages"] as const, limit: 50 };
const ref = { agentId: "a", userId: "u", sessionId: "s" };

async function fill(hf: Holdfast): Promise<void> {
	for (const [userId, word] of [
		["u", MARKER],
		["v", CONTROL],
	] as const) {
		const session = hf.session({ ...ref, userId });
		await session.append([
			line("user", `note: The user has a ${word}.`),
			line("user", `note: The user feeds the ${word} with figs.`),
			line("user", `My key for the ${word} is sk-proj-${word}Zt4mVq81LxPa93KdWn27Rb56YcUe0HfJ.`),
		]);
		await session.write(`The session is about a ${word}.`);
		const memory = hf.memory("a", { userId });
		const id = await memory.write(`The ${word} lives here.`, { metadata: { word }, source: word });
		await memory.update(id, { content: `The ${word} moved.` });
		await session.end({ wait: true });
		expect((await memory.search(word, BOTH)).hits.length).toBeGreaterThan(4);
	}
	await hf.idle();
}

const ERASERS: [string, (hf: Holdfast) => Promise<{ complete: boolean }>][] = [
	["the user", (hf) => hf.users.delete("u")],
	["the user's slice of the agent", (hf) => hf.memory("a").delete({ userId: "u" })],
	[
		"the session with its facts, and then the rest of the facts",
		async (hf) => {
			const receipt = await hf.sessions.delete(ref, { forget: true });
			for (const { id } of (await hf.memory("a", { userId: "u" }).list({ status: "all" })).items)
				await hf.memory("a", { userId: "u" }).forget(id);
			return receipt;
		},
	],
];

/** ER1: what is erased is in no byte of the file. */
describe("memory that was erased from a SQLite file (ER1)", () => {
	it.each(ERASERS)(
		"%s: no byte is left after compact, in facts, histories, messages or the index",
		async (_, erase) => {
			const path = tempDatabase();
			const hf = await holdfast({ store: sqlite(path, { durability: "normal" }), model: scribe() });
			await fill(hf);
			expect(filesWith(path, MARKER)).not.toEqual([]);
			const receipt = await erase(hf);
			expect(receipt.complete).toBe(true);
			expect((await hf.memory("a", { userId: "u" }).search(MARKER, BOTH)).hits).toEqual([]);
			await hf.idle();
			await hf.compact();
			for (const word of [MARKER, MARKER.toLowerCase()]) expect(filesWith(path, word)).toEqual([]);
			expect(filesWith(path, CONTROL)).not.toEqual([]);
			expect((await hf.memory("a", { userId: "v" }).search(CONTROL, BOTH)).hits.length).toBeGreaterThan(4);
			await hf.close();
			expect(filesWith(path, MARKER)).toEqual([]);
		},
	);

	it("an event with the facts that came from it", async () => {
		const path = tempDatabase();
		const hf = await holdfast({ store: sqlite(path, { durability: "normal" }), model: scribe() });
		await hf
			.session(ref)
			.append([line("user", `note: The user has a ${MARKER}.`), line("user", `note: A ${CONTROL}.`)]);
		await hf.session(ref).end({ wait: true });
		await hf.session(ref).search(MARKER);
		await hf.idle();
		await hf.session(ref).erase(0, { forget: true });
		await hf.session(ref).search(MARKER);
		await hf.idle();
		await hf.compact();
		expect(filesWith(path, MARKER)).toEqual([]);
		expect(filesWith(path, CONTROL)).not.toEqual([]);
		await hf.close();
	});
});
