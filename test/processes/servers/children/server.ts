import type { Store } from "../../../../src/index.ts";
import { serve } from "../../../../src/server/index.ts";
import { scriptedModel } from "../../../../src/testing/scripted-model.ts";
import { storeAt } from "../../store-at.ts";

export interface ServerInput {
	place: string;
	adminKey: string;
	leaseMs: number;
	/** Where to listen; 0: anywhere. */
	port: number;
	/** How long others wait for the deliveries that it holds when it is killed. Default: as long as it asks for. */
	claimMs?: number;
}

/** To the parent: where it listens; that its model is about to say a word and waits. */
export type ServerMessage = { url: string } | { waits: number };
/** From the parent: the model may say so many words more; or the server shall close. */
export type ServerCommand = { words: number } | { close: true };

const WORDS = 6;

const { place, adminKey, leaseMs, port, claimMs } = JSON.parse(process.argv[2] ?? "") as ServerInput;
let allowed = 0;
let wake = (): void => {};
const tell = (message: ServerMessage): void => void process.send?.(message);

async function word(n: number): Promise<void> {
	tell({ waits: n });
	while (allowed === 0)
		await new Promise<void>((resolve) => {
			wake = resolve;
		});
	allowed -= 1;
}

/** Says as many words as it is allowed to, each when it is; `quick` answers at once. */
const slow = scriptedModel(() => ({
	deltas: Array.from({ length: WORDS }, (_, i) => `word${i} `),
	between: word,
}));
const quick = scriptedModel(({ index }) => `answer ${index}`);

/** The same store, with claims of deliveries that run out sooner. */
function withClaims(store: Store, aliveMs: number): Store {
	const { deliveries } = store;
	return {
		...store,
		deliveries: {
			...deliveries,
			claim: (tenant, _, which) => deliveries.claim(tenant, aliveMs, which),
			advance: ({ tenant, key, token, nextOffset }) =>
				deliveries.advance({ tenant, key, token, nextOffset, aliveMs }),
		},
	};
}

const store = storeAt(place);
const server = await serve({
	store: claimMs === undefined ? store : withClaims(store, claimMs),
	adminKey,
	leaseMs,
	port,
	agents: [
		{ id: "slow", model: slow },
		{ id: "quick", model: quick },
	],
	network: { allow: ["127.0.0.1"] },
});
process.on("message", async (command: ServerCommand) => {
	if ("close" in command) {
		await server.close();
		process.disconnect();
		return;
	}
	allowed += command.words;
	wake();
});
tell({ url: server.url });
