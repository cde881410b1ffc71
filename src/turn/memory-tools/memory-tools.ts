import { type MemoryToolName, memoryToolsOf, type Tool } from "../../agent/index.ts";
import type { StartedRun } from "../started-run.ts";
import type { Turn } from "../turn.ts";
import { forgetTool } from "./forget-tool.ts";
import { recallTool } from "./recall-tool.ts";
import { rememberTool } from "./remember-tool.ts";

const MAKE: Record<MemoryToolName, (run: StartedRun, turn: Turn) => Tool> = {
	remember: (_, turn) => rememberTool(turn),
	recall: recallTool,
	forget: (_, turn) => forgetTool(turn),
};

/** The memory tools of a run, according to its settings. */
export const memoryTools = (run: StartedRun, turn: Turn): Tool[] =>
	memoryToolsOf(turn.memory).map((name) => MAKE[name](run, turn));
