import type { MemoryContext } from "../memory/index.ts";
import type { StartedRun } from "./started-run.ts";

/** The long-term memory as a run searches it: where its agent's settings say so, by words alone. */
export async function memoryOfRun({ runtime, memory }: StartedRun): Promise<MemoryContext> {
	const context = await runtime.memory();
	return memory.embedder ? context : { ...context, embedder: async () => undefined };
}
