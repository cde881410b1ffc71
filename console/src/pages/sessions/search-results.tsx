import { useQuery } from "@tanstack/react-query";
import type { Session } from "holdfast";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { useConnection } from "../../connect/connection.tsx";
import { Card } from "../../parts/card.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { Empty } from "../../parts/note.tsx";
import { sessionsPath } from "../../paths.ts";
import { type FoundSessions, findSessions } from "./find-sessions.ts";
import { MessageHits } from "./message-hits.tsx";
import { SessionRow } from "./session-row.tsx";

interface Props {
	text: string;
	agentId: string | undefined;
}

/** The results, grouped by what matched. */
export function SearchResults({ text, agentId }: Props) {
	const { hf, can } = useConnection();
	const found = useQuery({
		queryKey: ["sessions", "found", text, agentId],
		queryFn: () => findSessions(hf, text, { agentId, isUser: can.isUser }),
	});
	return (
		<div className="sessions-found stack">
			<Loaded query={found}>
				{(sessions) => (
					<>
						<Groups found={sessions} text={text} agentId={agentId} />
						{can.isUser && sessions.byId.length === 0 && (
							<Empty>
								You have no session with the id <bdi>{text}</bdi>.
							</Empty>
						)}
					</>
				)}
			</Loaded>
			{!can.isUser && <MessageHits text={text} agentId={agentId} />}
		</div>
	);
}

function Groups({ found, text, agentId }: Props & { found: FoundSessions }) {
	const { byId, byExternalId, byUser, moreOfUser } = found;
	return (
		<>
			<Group title="By session id" sessions={byId} />
			<Group title="By external id" sessions={byExternalId} />
			<Group
				title="By user"
				sessions={byUser}
				aside={
					moreOfUser && (
						<Link href={sessionsPath({ agent: agentId, user: text })}>All sessions of this user</Link>
					)
				}
			/>
		</>
	);
}

function Group({ title, sessions, aside }: { title: string; sessions: Session[]; aside?: ReactNode }) {
	if (sessions.length === 0) return null;
	return (
		<Card title={title} aside={aside} className="sessions-group">
			<ul className="plain-list">
				{sessions.map((session) => (
					<li key={session.uid}>
						<SessionRow session={session} />
					</li>
				))}
			</ul>
		</Card>
	);
}
