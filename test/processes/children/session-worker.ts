import { HoldfastError, holdfast, type NewEvent } from "../../../src/index.ts";
import { storeAt } from "../store-at.ts";
import { input, tell } from "./parent.ts";

/** Another process that uses the same file and does what it is told, one thing after the other. */
export interface SessionWorkerInput {
	path: string;
}

interface Ref {
	agentId: string;
	sessionId: string;
	userId?: string;
}

export type Command =
	| { do: "append"; ref: Ref; events: NewEvent[] }
	/** `count` numbered events in batches of random size; tells how far it is after each batch. */
	| { do: "append-many"; ref: Ref; count: number }
	| { do: "rekey"; ref: Ref; to: { userId?: string; sessionId?: string }; onConflict?: "refuse" | "merge" }
	| { do: "delete"; ref: Ref }
	| { do: "close" };

export type SessionWorkerMessage =
	| { open: true }
	| { head: number }
	| { done: number }
	| { failed: number; code: string; message: string };

const hf = await holdfast({ store: storeAt(input<SessionWorkerInput>().path) });

async function appendMany(ref: Ref, count: number): Promise<void> {
	const session = hf.session(ref);
	for (let n = 0; n < count; ) {
		const size = Math.min(1 + Math.floor(Math.random() * 5), count - n);
		const events = Array.from({ length: size }, (_, i): NewEvent => {
			return { kind: "custom", source: "integration", data: { type: "numbered", n: n + i } };
		});
		const stored = await session.append(events);
		n += size;
		await tell({ head: (stored.at(-1)?.offset ?? 0) + 1 } satisfies SessionWorkerMessage);
	}
}

async function obey(command: Command): Promise<void> {
	if (command.do === "append") await hf.session(command.ref).append(command.events);
	else if (command.do === "append-many") await appendMany(command.ref, command.count);
	else if (command.do === "delete") await hf.sessions.delete(command.ref);
	else if (command.do === "rekey") {
		await hf.sessions.rekey(
			command.ref,
			command.to,
			command.onConflict && { onConflict: command.onConflict },
		);
	} else await hf.close();
}

let turn: Promise<void> = Promise.resolve();
process.on("message", (message: Command & { no: number }) => {
	turn = turn.then(async () => {
		try {
			await obey(message);
			await tell({ done: message.no });
		} catch (error) {
			const code = HoldfastError.isInstance(error) ? error.code : "unexpected";
			await tell({ failed: message.no, code, message: String(error) });
		}
		if (message.do === "close") process.disconnect();
	});
});
await tell({ open: true });
