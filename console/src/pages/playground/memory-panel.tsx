import { useConnection } from "../../connect/connection.tsx";
import { KnownFacts } from "./known-facts.tsx";
import { RunMemory } from "./run-memory.tsx";
import type { Turn } from "./turn.ts";

interface Props {
	agentId: string | undefined;
	userId: string | undefined;
	turn: Turn | undefined;
}

/** What memory did for an answer, and the facts about the user. */
export function MemoryPanel({ agentId, userId, turn }: Props) {
	const { can } = useConnection();
	return (
		<div className="play-side">
			{turn && !can.isUser && <RunMemory key={turn.id} runId={turn.id} isOver={turn.status !== "running"} />}
			{agentId !== undefined && <KnownFacts agentId={agentId} userId={userId} />}
		</div>
	);
}
