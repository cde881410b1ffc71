import { bind, type Command } from "../../command.ts";
import * as spec from "./spec.ts";

export const memory: readonly Command[] = [
	bind(spec.ls, async () => (await import("./list-memory.ts")).listMemory),
	bind(spec.show, async () => (await import("./show-memory.ts")).showMemory),
	bind(spec.search, async () => (await import("./search-memory.ts")).searchMemory),
	bind(spec.end, async () => (await import("./end-session.ts")).endMemory),
	bind(spec.rm, async () => (await import("./remove-memory.ts")).removeMemory),
	bind(spec.rebuild, async () => (await import("./rebuild-memory.ts")).rebuildMemory),
];
