import { bind, type Command } from "../../command.ts";
import * as spec from "./spec.ts";

export const upkeep: readonly Command[] = [
	bind(spec.sweep, async () => (await import("./sweep-events.ts")).sweepEvents),
	bind(spec.compact, async () => (await import("./compact-store.ts")).compactStore),
	bind(spec.reembed, async () => (await import("./reembed-facts.ts")).reembedFacts),
	bind(spec.erase, async () => (await import("./erase-everything.ts")).eraseEverything),
];
