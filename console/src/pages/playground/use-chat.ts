import { useCallback, useRef, useState } from "react";
import { useHf } from "../../connect/connection.tsx";
import { wordsOf } from "../../parts/note.tsx";
import { newTurn, type Turn, withEvent } from "./turn.ts";

export interface Chat {
	readonly turns: readonly Turn[];
	/** Whether an answer is in progress. */
	readonly busy: boolean;
	say(input: string): void;
	/** Stops the answer in progress. */
	stop(): void;
	clear(): void;
}

interface Place {
	agentId: string;
	userId: string | undefined;
	sessionId: string | undefined;
	/** Receives the id of the new session, if none was given. */
	onSession(sessionId: string): void;
}

/** A streamed conversation with an agent. Leaving the page does not stop the run: its answer is in the log. */
export function useChat({ agentId, userId, sessionId, onSession }: Place): Chat {
	const hf = useHf();
	const [turns, setTurns] = useState<readonly Turn[]>([]);
	const under = useRef<AbortController>(undefined);

	const change = useCallback((id: string, how: (turn: Turn) => Turn) => {
		setTurns((all) => all.map((turn) => (turn.id === id ? how(turn) : turn)));
	}, []);

	const say = useCallback(
		async (input: string) => {
			const leaving = new AbortController();
			under.current = leaving;
			const run = hf.agents.stream({
				agentId,
				input,
				userId,
				sessionId,
				signal: leaving.signal,
			});
			const { runId } = run;
			setTurns((all) => [...all, newTurn(runId, input)]);
			// The events report the outcome.
			run.result.catch(() => {});
			try {
				let isNew = sessionId === undefined;
				for await (const event of run) {
					if (isNew) onSession(run.sessionId);
					isNew = false;
					change(runId, (turn) => withEvent(turn, event));
				}
			} catch (error) {
				change(runId, (turn) => ({ ...turn, status: "failed", error: wordsOf(error) }));
			}
			change(runId, (turn) => (turn.status === "running" ? { ...turn, status: "done" } : turn));
		},
		[hf, agentId, userId, sessionId, onSession, change],
	);

	return {
		turns,
		busy: turns.some(({ status }) => status === "running"),
		say,
		stop: () => under.current?.abort(),
		clear: useCallback(() => setTurns([]), []),
	};
}
