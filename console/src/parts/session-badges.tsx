import type { Session } from "holdfast";
import { Badge } from "./badge.tsx";

/** How a session stands. */
export function SessionBadges({ session }: { session: Pick<Session, "mode" | "endedAt"> }) {
	return (
		<>
			{session.mode === "manual" && <Badge tone="human">human</Badge>}
			{session.endedAt === undefined ? <Badge tone="good">open</Badge> : <Badge>ended</Badge>}
		</>
	);
}
