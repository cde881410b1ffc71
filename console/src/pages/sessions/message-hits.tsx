import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { useHf } from "../../connect/connection.tsx";
import { Badge } from "../../parts/badge.tsx";
import { Card } from "../../parts/card.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { Empty, Note, wordsOf } from "../../parts/note.tsx";
import { Ago } from "../../parts/time.tsx";
import { type FoundMessage, findMessages, MAX_AGENTS } from "./find-sessions.ts";
import { useAgentIds } from "./use-agent-ids.ts";

/** Messages that match the words, each with a link to its event. */
export function MessageHits({ text, agentId }: { text: string; agentId: string | undefined }) {
	const hf = useHf();
	const known = useAgentIds();
	const agents = agentId === undefined ? known : [agentId];
	const found = useQuery({
		queryKey: ["sessions", "words", text, agents],
		queryFn: () => findMessages(hf, text, agents),
		staleTime: 30_000,
	});
	return (
		<Card title="By message text" className="sessions-group">
			{agents.length > MAX_AGENTS && (
				<Note>
					Searched {MAX_AGENTS} of {agents.length} agents: those with the latest sessions. Choose an agent to
					search its messages.
				</Note>
			)}
			<Loaded query={found}>
				{({ messages, failed }) => (
					<>
						{failed.map(({ agentId: agent, error }) => (
							<Note key={agent} tone="warn">
								<bdi>{agent}</bdi>: {wordsOf(error)}
							</Note>
						))}
						{messages.length === 0 && (
							<Empty>
								No messages contain <bdi>{text}</bdi>.
							</Empty>
						)}
						<ul className="plain-list">
							{messages.map((message) => (
								<li key={message.hit.id}>
									<MessageHit message={message} />
								</li>
							))}
						</ul>
					</>
				)}
			</Loaded>
		</Card>
	);
}

function MessageHit({ message: { agentId, userId, sessionId, hit, path } }: { message: FoundMessage }) {
	return (
		<Link href={path} className="sessions-hit">
			<span dir="auto" className="sessions-hit-words">
				{hit.content}
			</span>
			<span className="row small soft">
				{hit.role !== undefined && <Badge>{hit.displayName ?? hit.role}</Badge>}
				<bdi className="mono">{sessionId}</bdi>
				<bdi>{agentId}</bdi>
				{userId !== undefined && <bdi>{userId}</bdi>}
				<Ago at={hit.at} />
			</span>
		</Link>
	);
}
