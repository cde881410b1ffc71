import { holdfast } from "../../../src/index.ts";
import { storeAt } from "../store-at.ts";
import { batchOf, keyOf, sessionOf } from "./keyed-batches.ts";
import { input, tell } from "./parent.ts";

/** Writes keyed batches until it is killed, and tells each acknowledgement before it goes on. */
export interface KeyedWriterInput {
	path: string;
	life: number;
	writers: number;
	durability: "full" | "normal";
}

export interface KeyedAcknowledgement {
	writer: number;
	n: number;
	offsets: number[];
}

const { path, life, writers, durability } = input<KeyedWriterInput>();
const hf = await holdfast({ store: storeAt(path, { sqlite: { durability } }) });

async function write(writer: number): Promise<never> {
	const session = hf.session({ agentId: "a", sessionId: sessionOf(writer) });
	for (let n = 0; ; n++) {
		const key = keyOf(life, writer, n);
		const stored = await session.append(batchOf(key), { idempotencyKey: key });
		await tell({ writer, n, offsets: stored.map((event) => event.offset) } satisfies KeyedAcknowledgement);
	}
}

await Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)));
