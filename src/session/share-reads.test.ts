import { expect, test } from "vitest";
import { holdfast, memoryStore, type Store } from "../index.ts";

/** A store that counts the reads of its log. */
function counting(): { store: Store; reads(): number } {
	const inner = memoryStore();
	let reads = 0;
	const log: Store["log"] = {
		...inner.log,
		append: (unit) => inner.log.append(unit),
		watch: (target, wake) => inner.log.watch(target, wake),
		read: (target, query) => {
			reads += 1;
			return inner.log.read(target, query);
		},
	};
	const store = new Proxy(inner, {
		get: (target, key) => (key === "log" ? log : Reflect.get(target, key, target)),
	});
	return { store, reads: () => reads };
}

const ref = { agentId: "a", sessionId: "s" };
const said = (n: number) =>
	({ kind: "message", source: "user", data: { role: "user", content: `${n}` } }) as const;

test("SE5: a thousand followers of a session cost the store a few reads for each commit, and each sees all", async () => {
	const { store, reads } = counting();
	await using hf = await holdfast({ store });
	await hf.session(ref).append(said(0));
	const seen: string[][] = Array.from({ length: 1_000 }, () => []);
	const arrived = new Map<number, () => void>();
	const all = (n: number) => new Promise<void>((resolve) => arrived.set(n, resolve));
	const everybody = [0, 1, 2, 3].map(all);
	let count = 0;
	const following = seen.map(async (mine) => {
		for await (const event of hf.session(ref).follow()) {
			mine.push(String(event.data.content));
			// What one does to its copy is not for the others.
			event.data.content = "mine";
			count += 1;
			if (count % 1_000 === 0) arrived.get(count / 1_000 - 1)?.();
			if (mine.length === 4) break;
		}
	});
	await everybody[0];
	// Those who have just come may still be looking.
	await new Promise((resolve) => setImmediate(resolve));
	const before = reads();
	for (const n of [1, 2, 3]) {
		await hf.session(ref).append(said(n));
		await everybody[n];
	}
	await Promise.all(following);
	expect(reads() - before).toBeLessThan(100);
	expect(seen.every((mine) => mine.join() === "0,1,2,3")).toBe(true);
});
