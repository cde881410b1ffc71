import type { Session } from "holdfast";
import { Link } from "wouter";
import { sessionPath } from "../paths.ts";

/** A session by its title, or where it has none by its id. */
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
