import { holdfast } from "../../../src/index.ts";
import type { FactUnit, JobClaim, JobRenewal } from "../../../src/store/ports/index.ts";
import { input, tell } from "../../processes/children/parent.ts";
import { type Place, storeAt } from "../../processes/store-at.ts";
import { withCommits } from "../failing-commits.ts";
import { sameWhere, scribe } from "../scribe.ts";

/** A process that ends sessions and consolidates them, and stops for ever where it is told to. */
export interface ConsolidatorInput {
	path: Place;
	sessions: string[];
	/**
	 * Where it holds: while it asks the model, before a commit, or right after one. `frozen`: the whole process stops before
	 * its first commit, as a machine that is suspended does, and goes on when it is woken.
	 */
	hold?: "model" | "before" | "after" | "frozen";
}

export type ConsolidatorMessage = { held: number } | { done: number; refused: string[] };

const CLAIM_MS = 200;
const { path, sessions, hold } = input<ConsolidatorInput>();
const forEver = async (): Promise<never> => {
	await tell({ held: process.pid } satisfies ConsolidatorMessage);
	return new Promise<never>(() => {});
};
const file = storeAt(path);
const refused: string[] = [];
let frozen = false;
const work = {
	...file.work,
	/** So short that nobody waits long for one that is gone. */
	claim: (claim: JobClaim) => file.work.claim({ ...claim, aliveMs: CLAIM_MS }),
	renew: (renewal: JobRenewal) => file.work.renew({ ...renewal, aliveMs: CLAIM_MS }),
};
const store = withCommits(hold ? { ...file, work } : file, async (unit: FactUnit, next) => {
	if (!unit.consolidated) return next();
	if (hold === "before") return forEver();
	if (hold === "frozen" && !frozen) {
		frozen = true;
		await tell({ held: process.pid } satisfies ConsolidatorMessage);
		process.kill(process.pid, "SIGSTOP");
	}
	const outcome = await next().catch((error: unknown) => {
		refused.push(String(error));
		throw error;
	});
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
await tell({ done: sessions.length, refused } satisfies ConsolidatorMessage);
process.disconnect();
