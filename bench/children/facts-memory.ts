/* Prints how many bytes so many facts take, with their index, in a process that holds everything in memory. */
import { holdfast } from "holdfast";
import { madeUpFacts } from "./made-up-facts.ts";

/** Buffers are let go of only after the objects that held them. */
async function collect(): Promise<void> {
	for (let i = 0; i < 3; i++) {
		globalThis.gc?.();
		await new Promise((resolve) => setTimeout(resolve, 100));
	}
}

const count = Number(process.argv[2]);
const hf = await holdfast();
const memory = hf.memory("bench", { userId: "ada" });
// The embedder and its tables are there before: they are the same for one fact and for many.
await memory.search("green tea in the morning");
await collect();
const before = process.memoryUsage();
const contents = madeUpFacts(count);
for (let at = 0; at < count; at += 1_000) await memory.writeMany(contents.splice(0, 1_000));
await memory.search("green tea in the morning");
await hf.idle();
await collect();
const after = process.memoryUsage();
const held = (usage: NodeJS.MemoryUsage): number => usage.heapUsed + usage.external;
console.log(held(after) - held(before));
await hf.close();
