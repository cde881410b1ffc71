import { uuidV7 } from "../../event/index.ts";
import type { Holdfast } from "../../interface.ts";
import type { SessionHandle, SessionRef } from "../../session/index.ts";
import type { RunResult, RunStream } from "../../turn/index.ts";

/** A conversation of a user with an agent: its session and its last run. */
export interface Conversation {
	readonly hf: Holdfast;
	readonly ref: SessionRef;
	/** The run of the last answer. */
	readonly lastRunId: string | undefined;
	/** Who answers, as far as this process knows. */
	mode: "auto" | "manual";
	handle(): SessionHandle;
	say(input: string, signal: AbortSignal): RunStream;
	/** Whether this process started a run. */
	isOwn(runId: string | undefined): boolean;
	/** Switches to another session; by default to a new one. */
	enter(ref?: SessionRef): void;
}

export function openConversation(hf: Holdfast, first: SessionRef): Conversation {
	let ref = first;
	let lastRunId: string | undefined;
	let own = new Set<string>();
	const settled = (at: SessionRef, result: RunResult): void => {
		if (at === ref && result.mode !== "manual") lastRunId = result.runId;
	};
	const self: Conversation = {
		hf,
		mode: "auto",
		get ref() {
			return ref;
		},
		get lastRunId() {
			return lastRunId;
		},
		handle: () => hf.session(ref),
		say(input, signal) {
			const at = ref;
			const stream = hf.agents.stream({ ...at, input, signal });
			own.add(stream.runId);
			stream.result.then(
				(result) => settled(at, result),
				() => {},
			);
			return stream;
		},
		isOwn: (runId) => runId !== undefined && own.has(runId),
		enter(next = { ...ref, sessionId: uuidV7() }) {
			ref = next;
			lastRunId = undefined;
			own = new Set();
			self.mode = "auto";
		},
	};
	return self;
}
