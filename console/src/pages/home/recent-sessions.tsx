import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { useConnection } from "../../connect/connection.tsx";
import { Card } from "../../parts/card.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { Empty } from "../../parts/note.tsx";
import { SessionBadges } from "../../parts/session-badges.tsx";
import { SessionLink } from "../../parts/session-link.tsx";
import { Ago } from "../../parts/time.tsx";
import { PAGES } from "../../paths.ts";
import { EVERY } from "./every.ts";
import "./home.css";

const SHOWN = 8;

export function RecentSessions() {
	const { hf, can } = useConnection();
	const recent = useQuery({
		queryKey: ["sessions", "recent"],
		queryFn: () => hf.sessions.list({ order: "updated", limit: SHOWN }),
		refetchInterval: EVERY,
	});
	return (
		<Card title="Recent sessions" aside={<Link href={PAGES.sessions}>All sessions</Link>}>
			<Loaded query={recent}>
				{({ items }) =>
					items.length === 0 ? (
						<Empty>
							No sessions yet.{" "}
							{(can.write || can.isUser) && <Link href={PAGES.playground}>Start one in the playground.</Link>}
						</Empty>
					) : (
						<div className="table-wrap">
							<table className="table">
								<thead>
									<tr>
										<th>Session</th>
										<th className="home-more">Agent</th>
										<th className="number home-more">Messages</th>
										<th>Updated</th>
									</tr>
								</thead>
								<tbody>
									{items.map((session) => (
										<tr key={session.uid}>
											<td>
												<SessionLink session={session} />
												<span className="row home-whose">
													<SessionBadges session={session} />
													{session.userId !== undefined && <bdi className="soft">{session.userId}</bdi>}
												</span>
											</td>
											<td className="home-more">
												<bdi>{session.agentId}</bdi>
											</td>
											<td className="number home-more">{session.messageCount.toLocaleString()}</td>
											<td>
												<Ago at={session.updatedAt} />
											</td>
										</tr>
									))}
								</tbody>
							</table>
						</div>
					)
				}
			</Loaded>
		</Card>
	);
}
