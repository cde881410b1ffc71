import type { Session } from "holdfast";
import type { Rights } from "../../connect/connection.tsx";

/** The actions of a session. */
export const DEEDS = [
	"Take over",
	"Hand back",
	"Fork",
	"Export",
	"End session",
	"Rename",
	"Edit metadata",
	"Open a copy in playground",
	"Continue in playground",
	"Delete session",
] as const;
export type Deed = (typeof DEEDS)[number];

/** Always visible. */
export const FIRST: readonly Deed[] = ["Take over", "Hand back"];
/** Visible if there is space. */
export const BESIDE: readonly Deed[] = ["Fork", "Export", "End session"];

/** The actions that fit the session and that the server would not refuse. */
export function possibleDeeds(session: Session, can: Rights): Deed[] {
	const isPossible: Readonly<Record<Deed, boolean>> = {
		"Take over": can.write && session.mode === "auto",
		"Hand back": can.write && session.mode === "manual",
		Fork: can.write && session.eventCount > 0,
		Export: !can.isUser,
		"End session": can.write && session.endedAt === undefined,
		Rename: can.write,
		"Edit metadata": can.write,
		"Open a copy in playground": can.write && session.eventCount > 0,
		// Users can continue their own sessions.
		"Continue in playground": can.isUser,
		"Delete session": can.write,
	};
	return DEEDS.filter((deed) => isPossible[deed]);
}
