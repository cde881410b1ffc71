/** The tools with which a model can use its memory itself. */
export const MEMORY_TOOLS = ["remember", "recall", "forget"] as const;

export type MemoryToolName = (typeof MEMORY_TOOLS)[number];
