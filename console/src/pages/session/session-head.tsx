import type { Session } from "holdfast";
import { Link } from "wouter";
import { useRights } from "../../connect/connection.tsx";
import { useReached } from "../../connect/link-state.ts";
import type { LogStatus } from "../../live/event-log.ts";
import { Badge } from "../../parts/badge.tsx";
import { SessionBadges } from "../../parts/session-badges.tsx";
import { Id } from "../../parts/text.tsx";
import { Ago } from "../../parts/time.tsx";
import { agentPath, userPath } from "../../paths.ts";

function LiveBadge({ status }: { status: LogStatus }) {
	const reached = useReached();
	if (status === "gone") return <Badge tone="bad">deleted</Badge>;
	if (status === "error") return <Badge tone="bad">not live</Badge>;
	if (status === "loading") return <Badge>loading</Badge>;
	if (status === "reconnecting" || !reached) return <Badge tone="warn">reconnecting</Badge>;
	return (
		<Badge tone="accent" live>
			live
		</Badge>
	);
}

const counted = (count: number, what: string): string =>
	`${count.toLocaleString()} ${what}${count === 1 ? "" : "s"}`;

/** The status of the session, in two lines. */
export function SessionHead({
	session,
	status,
	head,
}: {
	session: Session;
	status: LogStatus;
	head: number;
}) {
	const { isUser } = useRights();
	const external = session.metadata?.external_id;
	return (
		<div className="session-head">
			<span className="row" role="status">
				<SessionBadges session={session} />
				<LiveBadge status={status} />
			</span>
			<span className="row small soft">
				{isUser ? (
					<bdi>{session.agentId}</bdi>
				) : (
					<Link href={agentPath(session.agentId)}>
						<bdi>{session.agentId}</bdi>
					</Link>
				)}
				{session.userId !== undefined && !isUser && (
					<Link href={userPath(session.userId)}>
						<bdi>{session.userId}</bdi>
					</Link>
				)}
				{session.title !== undefined && (
					<span className="session-ids">
						<Id>{session.sessionId}</Id>
					</span>
				)}
				{typeof external === "string" && (
					<span className="session-ids">
						external id <bdi className="mono">{external}</bdi>
					</span>
				)}
				{!isUser && <span>{counted(head - (session.head - session.eventCount), "event")}</span>}
				<span>{counted(session.messageCount, "message")}</span>
				<span>
					updated <Ago at={session.updatedAt} />
				</span>
			</span>
		</div>
	);
}
