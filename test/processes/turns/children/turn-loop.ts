import { HoldfastError, holdfast } from "../../../../src/index.ts";
import { finish, input, tell } from "../../children/parent.ts";
import { storeAt } from "../../store-at.ts";
import { AGENT, turnAgent } from "./turn-agent.ts";
import { watchedStore } from "./watched-store.ts";

/** Runs one turn after the other, says where it is all the time, and is killed anywhere. */
export interface TurnLoopInput {
	path: string;
	leaseMs: number;
	sessionId: string;
	/** What to say, in this order. */
	texts: string[];
}

export type TurnLoopMessage =
	/** It goes past a point, and does not wait. */
	| { past: string }
	| { started: number }
	| { acknowledged: number; runId: string; output: string }
	/** Its turn was taken from it, because it was too slow to renew its lease. */
	| { lost: number; code: string };

const { path, leaseMs, sessionId, texts } = input<TurnLoopInput>();
const say = (message: TurnLoopMessage): Promise<void> => tell(message);
const reach = (point: string): Promise<void> => say({ past: point });
const hf = await holdfast({
	store: watchedStore(storeAt(path, { sqlite: { durability: "normal" } }), {
		reach,
		renewed() {},
		refused() {},
	}),
	agents: [turnAgent(reach).agent],
	leaseMs,
});
for (const [n, text] of texts.entries()) {
	await say({ started: n });
	try {
		const { runId, output } = await hf.agents.run({ agentId: AGENT, sessionId, input: text });
		await say({ acknowledged: n, runId, output });
	} catch (error) {
		await say({ lost: n, code: HoldfastError.isInstance(error) ? error.code : String(error) });
	}
}
await hf.close();
finish();
