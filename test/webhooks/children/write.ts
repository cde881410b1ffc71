import { holdfast } from "../../../src/index.ts";
import { input, tell } from "../../processes/children/parent.ts";
import { storeAt } from "../../processes/store-at.ts";
import { numbered, range } from "../numbered.ts";

/** A process that creates sessions and writes to them. It was never told of a subscription, and does not deliver. */
export interface WriteInput {
	path: string;
	sessions: string[];
	events: number;
}

const { path, sessions, events } = input<WriteInput>();
const hf = await holdfast({ store: storeAt(path) });
await Promise.all(
	sessions.map(async (sessionId) => {
		const session = hf.session({ agentId: "a", sessionId });
		for (const n of range(0, events)) await session.append(numbered(n));
	}),
);
await tell({ done: true });
process.exit();
