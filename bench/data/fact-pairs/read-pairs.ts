import { readFileSync } from "node:fs";

export type Label = "same" | "contradicts" | "different";

/** Two statements and how they stand to each other, as a person sees it. */
export interface FactPair {
	a: string;
	b: string;
	label: Label;
	note?: string;
}

/**
 * - `dev`: the rules were written with these in sight.
 * - `held-out`: written together with `dev` (every second pair went here), not looked at while the rules were written.
 * - `probes`: written while the rules were made, to break them; each batch was measured once, then the rules were mended.
 * - `fresh`: written when the rules were finished, and measured as they were; in sight when they were mended later.
 * - `second-author`: by another hand, before seeing the rules; measured once, then the rules were mended with these in sight.
 * - `second-author-fresh`: by the same other hand when the rules were finished again, and measured as they were.
 */
export const SPLITS = ["dev", "probes", "held-out", "fresh", "second-author", "second-author-fresh"] as const;
export type Split = (typeof SPLITS)[number];

export function readPairs(split: Split): FactPair[] {
	return JSON.parse(readFileSync(new URL(`${split}.json`, import.meta.url), "utf8")) as FactPair[];
}
