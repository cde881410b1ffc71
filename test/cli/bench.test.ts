import { expect, test } from "vitest";
import { expectJson } from "./expect-json.ts";
import { runHere } from "./run-line.ts";
import { CTRL_C, inTerminal } from "./start-process.ts";
import { describeWorlds } from "./worlds.ts";

interface Answer {
	agentId: string;
	items: { what: string; count: number; ratio: number }[];
	receipt?: { complete: boolean; erased: Record<string, number> };
}

describeWorlds("IF4: holdfast bench", (world) => {
	const agents = async (): Promise<string[]> => (await world().hf.overview()).map(({ agentId }) => agentId);

	test("measures beside the least it could take, and erases what it wrote", async () => {
		await world().hf.session({ agentId: "support", sessionId: "mine" }).history.append({
			role: "user",
			content: "stays",
		});
		const answer = await expectJson<Answer>(
			"bench",
			await runHere(["bench", "--seconds", "1", "--json"], world()),
		);
		expect(answer.items).toHaveLength(6);
		expect(answer.items[0]?.ratio).toBe(1);
		for (const { what, count } of answer.items) expect(count, what).toBeGreaterThan(0);
		expect(answer.receipt?.complete).toBe(true);
		expect(answer.receipt?.erased.sessions).toBe(16);
		expect(await agents()).toEqual(["support"]);
	});

	test("Ctrl-C ends it, and erases all the same", async () => {
		const typed = inTerminal(["bench", "--seconds", "6000"], world());
		await typed.until(/Measuring [█░]+ \d+\/600/);
		typed.type(CTRL_C);
		expect(await typed.ended).toBe(130);
		expect(await agents()).toEqual(["support"]);
	});

	test("--keep leaves it", async () => {
		const kept = await expectJson<Answer>(
			"bench",
			await runHere(["bench", "--seconds", "0", "--keep", "--json"], world()),
		);
		expect(kept.receipt).toBeUndefined();
		expect(await agents()).toContain(kept.agentId);
		await world().hf.erase({ agentId: kept.agentId });
	});
});
