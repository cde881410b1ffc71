import { defineAgent, holdfast, type Store } from "../../../../src/index.ts";
import { scriptedModel } from "../../../../src/testing/scripted-model.ts";
import { input, tell } from "../../children/parent.ts";
import { storeAt } from "../../store-at.ts";

/** A process that triggers a run, and stops for ever at one point of its work. */
export interface TriggerChildInput {
	path: string;
	at: string;
	leaseMs: number;
	callbackUrl?: string;
	sessionId?: string;
}

export type TriggerMessage = { at: string } | { settled: string };

const { path, at, leaseMs, ...more } = input<TriggerChildInput>();

async function point(name: string): Promise<void> {
	if (name !== at) return;
	await tell({ at });
	await new Promise(() => {});
}

/** Stops after some of its calls. */
function watched(store: Store): Store {
	const { work, users, documents, erasure } = store;
	return {
		...store,
		work: {
			...work,
			// Others need not wait for long for what this process held.
			claim: (claim) => work.claim({ ...claim, aliveMs: 300 }),
			async enqueue(addition) {
				const stored = await work.enqueue(addition);
				await point(`asked for ${addition.job.kind}`);
				return stored;
			},
		},
		users: {
			...users,
			async change(...args) {
				const user = await users.change(...args);
				await point("user made");
				return user;
			},
		},
		documents: {
			...documents,
			async put(put) {
				const rev = await documents.put(put);
				await point(`noted ${put.document.kind}`);
				return rev;
			},
		},
		erasure: {
			...erasure,
			async erase(scope) {
				const counts = await erasure.erase(scope);
				await point("erased");
				return counts;
			},
		},
	};
}

const model = scriptedModel(() => ({ text: "Done.", before: () => point("model") }));
const store = watched(storeAt(path));
const network = { allow: ["127.0.0.1"] };
const hf = await holdfast({ store, leaseMs, network, agents: [defineAgent({ id: "a", model })] });
process.on("disconnect", () => process.exit());
hf.agents.trigger({ agentId: "a", input: { n: 1 }, ...more }).then(
	({ runId }) => tell({ settled: runId }),
	(error) => tell({ settled: String(error) }),
);
