import type { Session } from "holdfast";
import { Link } from "wouter";
import { SessionBadges } from "../../parts/session-badges.tsx";
import { Ago } from "../../parts/time.tsx";
import { sessionPath } from "../../paths.ts";
import "./session-row.css";

/** The id of the conversation in another system. A user's token gets no metadata. */
function externalId({ metadata }: Partial<Session>): string | undefined {
	const id = metadata?.external_id;
	return typeof id === "string" ? id : undefined;
}

/** A session in one line, or on a phone in a few. The whole row is a link. */
export function SessionRow({
	session,
	order = "updated",
}: {
	session: Session;
	order?: "created" | "updated";
}) {
	const external = externalId(session);
	return (
		<Link href={sessionPath(session)} className="session-row">
			<span className="session-row-name">
				<bdi>{session.title ?? session.sessionId}</bdi>
				{session.title !== undefined && <bdi className="mono soft">{session.sessionId}</bdi>}
			</span>
			<span className="session-row-agent">
				<span className="hidden-text">agent </span>
				<bdi>{session.agentId}</bdi>
			</span>
			<span className="session-row-user">
				{session.userId === undefined ? (
					<span className="soft">no user</span>
				) : (
					<>
						<span className="hidden-text">user </span>
						<bdi>{session.userId}</bdi>
					</>
				)}
			</span>
			<span className="session-row-external">
				{external !== undefined && (
					<>
						<span className="hidden-text">external id </span>
						<bdi className="mono">{external}</bdi>
					</>
				)}
			</span>
			<span className="session-row-badges">
				<SessionBadges session={session} />
			</span>
			<span className="session-row-messages">
				{session.messageCount.toLocaleString()}
				<span className="session-row-unit"> messages</span>
			</span>
			<span className="session-row-when soft">
				<Ago at={order === "created" ? session.createdAt : session.updatedAt} />
			</span>
		</Link>
	);
}

/** The column headings. Screen readers get them from hidden text in the rows. */
export function SessionRowHead({ order = "updated" }: { order?: "created" | "updated" }) {
	return (
		<div className="session-row session-row-head" aria-hidden="true">
			<span>Session</span>
			<span>Agent</span>
			<span>User</span>
			<span>External id</span>
			<span>Status</span>
			<span className="session-row-messages">Messages</span>
			<span>{order === "created" ? "Created" : "Updated"}</span>
		</div>
	);
}
