import { useInfiniteQuery } from "@tanstack/react-query";
import type { Session } from "holdfast";
import { Link } from "wouter";
import { useHf } from "../../connect/connection.tsx";
import { Badge } from "../../parts/badge.tsx";
import { Button } from "../../parts/button.tsx";
import { Empty, ErrorNote } from "../../parts/note.tsx";
import { factPath, sessionPath } from "../../paths.ts";

/** The facts extracted from this session. */
export function FactsPanel({ session }: { session: Session }) {
	const hf = useHf();
	const { agentId, userId, sessionId } = session;
	const facts = useInfiniteQuery({
		queryKey: ["facts", "from-session", agentId, userId ?? null, sessionId],
		queryFn: ({ pageParam }) =>
			hf
				.memory(agentId, userId === undefined ? {} : { userId })
				.list({ fromSession: sessionId, status: "all", limit: 50, cursor: pageParam }),
		initialPageParam: undefined as string | undefined,
		getNextPageParam: ({ next }) => next,
		refetchInterval: 10_000,
	});
	if (facts.error) return <ErrorNote error={facts.error} />;
	const items = facts.data?.pages.flatMap((page) => page.items);
	if (!items) return <p className="soft small">Loading…</p>;
	if (items.length === 0)
		return <Empty>No facts from this session yet. They are extracted when it ends or stays idle.</Empty>;
	return (
		<>
			<ul className="plain-list session-facts">
				{items.map((fact) => (
					<li key={fact.id}>
						<Link href={factPath(fact.agentId, fact.id)}>
							<bdi>{fact.content}</bdi>
						</Link>
						<span className="row small soft">
							{fact.status !== "active" && <Badge tone="warn">{fact.status}</Badge>}
							{fact.pinned && <Badge tone="accent">pinned</Badge>}
							<span>{fact.kind}</span>
							{fact.sources
								.filter((source) => source.sessionId === sessionId)
								.slice(0, 5)
								.map(({ offset }) => (
									<Link
										key={offset}
										href={sessionPath(session, offset)}
										replace
										aria-label={`From event ${offset}`}
									>
										#{offset}
									</Link>
								))}
						</span>
					</li>
				))}
			</ul>
			{facts.hasNextPage && <Button onClick={() => void facts.fetchNextPage()}>Show more</Button>}
		</>
	);
}
