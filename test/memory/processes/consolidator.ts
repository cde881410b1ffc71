import { holdfast } from "../../../src/index.ts";
import type { FactUnit } from "../../../src/store/ports/index.ts";
import { sqlite } from "../../../src/store/sqlite/index.ts";
import { input, tell } from "../../processes/children/parent.ts";
import { withCommits } from "../failing-commits.ts";
import { sameWhere, scribe } from "../scribe.ts";

/** A process that ends sessions and consolidates them, and stops for ever where it is told to. */
export interface ConsolidatorInput {
	path: string;
	sessions: string[];
	/** Where it holds: while it asks the model, before a commit, or right after one. */
	hold?: "model" | "before" | "after";
}

export type ConsolidatorMessage = { held: true } | { done: number };

const CLAIM_MS = 200;
const { path, sessions, hold } = input<ConsolidatorInput>();
const forEver = async (): Promise<never> => {
	await tell({ held: true } satisfies ConsolidatorMessage);
	return new Promise<never>(() => {});
};
const file = sqlite(path);
const work = {
	...file.work,
	/** So short that nobody waits long for one that is gone. */
	claim: (...[tenant, kinds, , limit]: Parameters<typeof file.work.claim>) =>
		file.work.claim(tenant, kinds, CLAIM_MS, limit),
};
const store = withCommits(hold ? { ...file, work } : file, async (unit: FactUnit, next) => {
	if (!unit.consolidated) return next();
	if (hold === "before") return forEver();
	const outcome = await next();
	if (hold === "after") return forEver();
	return outcome;
});
const isTea = (text: string): boolean => text.includes("tea");
const model = scribe({
	judge: sameWhere((a, b) => isTea(a) && isTea(b)),
	before: () => (hold === "model" ? forEver() : undefined),
});
const hf = await holdfast({ store, model });
for (const sessionId of sessions) await hf.session({ agentId: "a", userId: "u", sessionId }).end();
await hf.idle();
await hf.close();
await tell({ done: sessions.length } satisfies ConsolidatorMessage);
process.disconnect();
