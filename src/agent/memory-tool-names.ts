/** The tools that let a model use its memory. */
export const MEMORY_TOOLS = ["remember", "recall", "forget"] as const;

export type MemoryToolName = (typeof MEMORY_TOOLS)[number];

export const isMemoryTool = (name: string): name is MemoryToolName =>
	(MEMORY_TOOLS as readonly string[]).includes(name);

/** The memory tools of a model with these settings; none if `facts` is false. */
export const memoryToolsOf = (memory: {
	readonly active: boolean;
	readonly facts: string | false;
	readonly tools: readonly MemoryToolName[];
}): readonly MemoryToolName[] => (memory.active && memory.facts !== false ? memory.tools : []);
