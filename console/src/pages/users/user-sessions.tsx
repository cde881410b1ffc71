import { Link } from "wouter";
import { Card } from "../../parts/card.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { Empty } from "../../parts/note.tsx";
import { SessionBadges } from "../../parts/session-badges.tsx";
import { SessionLink } from "../../parts/session-link.tsx";
import { Ago } from "../../parts/time.tsx";
import { sessionsPath } from "../../paths.ts";
import { counted } from "./counted.ts";
import { useUserSessions } from "./use-user-sessions.ts";

const SHOWN = 8;

export function UserSessions({ id }: { id: string }) {
	const sessions = useUserSessions(id);
	return (
		<Card title="Sessions" aside={<Link href={sessionsPath({ user: id })}>All sessions</Link>}>
			<Loaded query={sessions}>
				{({ items }) =>
					items.length === 0 ? (
						<Empty>No sessions yet.</Empty>
					) : (
						<ul className="plain-list user-rows">
							{items.slice(0, SHOWN).map((session) => (
								<li key={session.uid}>
									<span className="row">
										<span className="grows">
											<SessionLink session={session} />
										</span>
										<SessionBadges session={session} />
									</span>
									<span className="soft small">
										<bdi>{session.agentId}</bdi> · {counted(session.messageCount, "message")} ·{" "}
										<Ago at={session.updatedAt} />
									</span>
								</li>
							))}
						</ul>
					)
				}
			</Loaded>
		</Card>
	);
}
