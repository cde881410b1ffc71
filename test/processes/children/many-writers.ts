import { holdfast, type NewEvent } from "../../../src/index.ts";
import { storeAt } from "../store-at.ts";
import { finish, hear, input, tell } from "./parent.ts";

/** Many asynchronous writers in one process; each tells what was acknowledged to it. */
export interface ManyWritersInput {
	path: string;
	process: number;
	writers: number;
	batches: number;
	sessions: number;
}

/** What each event says about where it comes from. */
export interface Origin {
	type: "written";
	process: number;
	writer: number;
	batch: number;
	index: number;
	size: number;
}

export interface Acknowledgement extends Pick<Origin, "process" | "writer" | "batch" | "size"> {
	sessionId: string;
	offsets: number[];
}

export type ManyWritersMessage = { ready: true } | { acknowledged: Acknowledgement[]; rejected: string[] };

const given = input<ManyWritersInput>();
const hf = await holdfast({ store: storeAt(given.path) });
const acknowledged: Acknowledgement[] = [];
const rejected: string[] = [];

async function write(writer: number): Promise<void> {
	for (let batch = 0; batch < given.batches; batch++) {
		const sessionId = `s${Math.floor(Math.random() * given.sessions)}`;
		const size = 1 + Math.floor(Math.random() * 5);
		const events = Array.from({ length: size }, (_, index): NewEvent => {
			const data: Origin = { type: "written", process: given.process, writer, batch, index, size };
			return { kind: "custom", source: "integration", data: { ...data } };
		});
		try {
			const stored = await hf.session({ agentId: "a", sessionId }).append(events);
			const offsets = stored.map((event) => event.offset);
			acknowledged.push({ process: given.process, writer, batch, size, sessionId, offsets });
		} catch (error) {
			rejected.push(String(error));
		}
	}
}

await tell({ ready: true });
await hear();
await Promise.all(Array.from({ length: given.writers }, (_, writer) => write(writer)));
await hf.close();
await tell({ acknowledged, rejected });
finish();
