import type { Session } from "holdfast";
import { Badge } from "./badge.tsx";

/** The mode and status of a session. */
export function SessionBadges({ session }: { session: Pick<Session, "mode" | "endedAt"> }) {
	return (
		<>
			{session.mode === "manual" && <Badge tone="human">manual</Badge>}
			{session.endedAt === undefined ? <Badge tone="good">open</Badge> : <Badge>ended</Badge>}
		</>
	);
}
