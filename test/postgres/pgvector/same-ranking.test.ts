import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { madeUpFacts, madeUpQueries } from "../../../bench/children/made-up-facts.ts";
import { type Holdfast, holdfast } from "../../../src/index.ts";
import { postgres } from "../../../src/store/postgres/index.ts";
import { type PgliteServer, startPglite } from "./start-pglite.ts";

const FACTS = 2_500;
const QUERIES = 25;
const AGENT = "support";

/** One store for both ways: in one everything is held in the process, in the other nothing is. */
describe("facts from outside are ranked as those in the process (FA2, ME8)", () => {
	let server: PgliteServer;
	let inside: Holdfast;
	let outside: Holdfast;
	const facts = madeUpFacts(FACTS);

	beforeAll(async () => {
		server = await startPglite();
		const open = (exactUpTo: number) =>
			holdfast({ store: postgres(server.url, { ...server.options, exactUpTo }) });
		inside = await open(100_000);
		await inside.memory(AGENT, { userId: "ada" }).writeMany(facts);
		await inside.memory(AGENT).writeMany(facts.slice(0, 50).map((fact) => `${fact} Really.`));
		outside = await open(0);
	}, 120_000);
	afterAll(async () => {
		await outside?.close();
		await inside?.close();
		await server?.stop();
	});

	test("capabilities and doctor say where candidates come from (BE3)", async () => {
		const { capabilities, findings } = await outside.doctor();
		expect(capabilities.search).toEqual({ keyword: "index", vector: "hnsw" });
		expect(findings.find(({ about }) => about === "search")?.message).toContain("pgvector");
	});

	test("the same facts, with the same scores, from the first search on", async () => {
		const ours = outside.memory(AGENT, { userId: "ada" });
		const exact = inside.memory(AGENT, { userId: "ada" });
		// The first search does not wait until the index is made.
		const [first] = madeUpQueries(1, facts) as [string];
		const ids = async (memory: typeof ours) => (await memory.search(first)).hits.map(({ id }) => id);
		expect(await ids(ours)).toEqual(await ids(exact));
		await outside.idle();
		let same = 0;
		let all = 0;
		const differences: number[] = [];
		for (const query of madeUpQueries(QUERIES, facts)) {
			const [a, b] = [await ours.search(query), await exact.search(query)];
			expect(a.method).toBe(b.method);
			const scores = new Map(b.hits.map(({ id, score }) => [id, score]));
			for (const { id, score } of a.hits) {
				const other = scores.get(id);
				if (other === undefined) continue;
				same++;
				differences.push(Math.abs(score - other));
			}
			all += b.hits.length;
		}
		expect(same / all).toBeGreaterThan(0.95);
		// What is usual among the vectors is told by a sample of 256 here as there, by another one.
		differences.sort((a, b) => a - b);
		expect(differences[differences.length >> 1]).toBeLessThan(0.015);
		expect(differences.at(-1)).toBeLessThan(0.08);
	});
});
