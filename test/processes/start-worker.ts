import type { Command, SessionWorkerInput, SessionWorkerMessage } from "./children/session-worker.ts";
import { type Child, startChild } from "./start-child.ts";

export interface Worker {
	child: Child<SessionWorkerMessage>;
	/** Resolves when the other process has done it. */
	tell(command: Command): Promise<void>;
	/** Closes the file in the other process and waits for its end. */
	close(): Promise<void>;
}

/** Another process that has the file open and does what it is told. */
export async function startWorker(path: string): Promise<Worker> {
	const child = startChild<SessionWorkerMessage>("session-worker", { path } satisfies SessionWorkerInput);
	await child.message((message) => "open" in message);
	let no = 0;
	const tell = async (command: Command): Promise<void> => {
		const own = ++no;
		child.send({ ...command, no: own });
		const answer = await child.message(
			(message) =>
				("done" in message && message.done === own) || ("failed" in message && message.failed === own),
		);
		if ("failed" in answer) throw new Error(`the worker failed: ${answer.code}: ${answer.message}`);
	};
	return {
		child,
		tell,
		async close() {
			await tell({ do: "close" });
			await child.ended();
		},
	};
}
