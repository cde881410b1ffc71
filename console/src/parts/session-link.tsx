import type { Session } from "holdfast";
import { Link } from "wouter";
import { sessionPath } from "../paths.ts";

/** A link to a session, by its title or, without one, its id. */
export function SessionLink({
	session,
}: {
	session: Pick<Session, "agentId" | "sessionId" | "userId" | "title">;
}) {
	return (
		<Link href={sessionPath(session)}>
			<bdi>{session.title ?? session.sessionId}</bdi>
		</Link>
	);
}
