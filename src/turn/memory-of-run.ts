import type { MemoryContext } from "../memory/index.ts";
import type { StartedRun } from "./started-run.ts";

/**
 * The long-term memory that a run searches. If the agent's settings turn the embedder off, by keywords only.
 */
export async function memoryOfRun({ runtime, memory }: StartedRun): Promise<MemoryContext> {
	const context = await runtime.memory();
	return memory.embedder ? context : { ...context, embedder: async () => undefined };
}
