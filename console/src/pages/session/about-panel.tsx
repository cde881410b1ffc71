import type { Session } from "holdfast";
import { Link } from "wouter";
import { useRights } from "../../connect/connection.tsx";
import { Id } from "../../parts/text.tsx";
import { Moment } from "../../parts/time.tsx";
import { agentPath, runPath, userPath } from "../../paths.ts";
import { SessionWebhooks } from "./session-webhooks.tsx";
import { ValueView } from "./value-view.tsx";

/** The details and metadata of the session. */
export function AboutPanel({ session }: { session: Session }) {
	const { isUser, write } = useRights();
	const metadata = session.metadata ?? {};
	return (
		<div className="stack">
			<dl className="pairs">
				<dt>Session</dt>
				<dd>
					<Id>{session.sessionId}</Id>
				</dd>
				<dt>Agent</dt>
				<dd>
					{isUser ? (
						<bdi>{session.agentId}</bdi>
					) : (
						<Link href={agentPath(session.agentId)}>{session.agentId}</Link>
					)}
				</dd>
				{session.userId !== undefined && (
					<>
						<dt>User</dt>
						<dd>
							{isUser ? (
								<bdi>{session.userId}</bdi>
							) : (
								<Link href={userPath(session.userId)}>{session.userId}</Link>
							)}
						</dd>
					</>
				)}
				<dt>Created</dt>
				<dd>
					<Moment at={session.createdAt} />
				</dd>
				<dt>Updated</dt>
				<dd>
					<Moment at={session.updatedAt} />
				</dd>
				{session.endedAt !== undefined && (
					<>
						<dt>Ended</dt>
						<dd>
							<Moment at={session.endedAt} />
						</dd>
					</>
				)}
				<dt>Events</dt>
				<dd>
					{session.eventCount.toLocaleString()}
					{session.eventCount < session.head &&
						`; ${(session.head - session.eventCount).toLocaleString()} older ones were deleted`}
				</dd>
				<dt>Messages</dt>
				<dd>{session.messageCount.toLocaleString()}</dd>
				{session.lastRunId !== undefined && !isUser && (
					<>
						<dt>Last run</dt>
						<dd>
							<Link href={runPath(session.lastRunId)}>
								<Id>{session.lastRunId}</Id>
							</Link>
						</dd>
					</>
				)}
				<dt>UID</dt>
				<dd>
					<Id>{session.uid}</Id>
				</dd>
				{session.parentUid !== undefined && (
					<>
						<dt>Parent session</dt>
						<dd>
							<Id>{session.parentUid}</Id> <span className="soft">(this one belongs to a sub-agent)</span>
						</dd>
					</>
				)}
			</dl>
			{!isUser && (
				<>
					<h3>Metadata</h3>
					<p className="soft small">Current values. The log keeps no history of metadata.</p>
					{Object.keys(metadata).length === 0 ? (
						<p className="soft small">No metadata yet.</p>
					) : (
						<ValueView id="metadata" value={metadata} />
					)}
					{write && <SessionWebhooks session={session} />}
				</>
			)}
		</div>
	);
}
