import type { NewEvent } from "../../src/index.ts";

export const numbered = (n: number): NewEvent => ({
	kind: "custom",
	source: "integration",
	data: { type: "numbered", n },
});

export const range = (from: number, to: number): number[] =>
	Array.from({ length: to - from }, (_, i) => from + i);
