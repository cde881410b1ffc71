/** Ids have at most 512 code units; a copy of a copy must have room, too. */
const MOST = 400;

/** The id of a copy for the playground: says of which session, and is new each time. */
export function copyId(sessionId: string, now: number): string {
	const of = sessionId.replace(/-playground-[a-z0-9]+$/, "").slice(0, MOST);
	return `${of.toWellFormed().replace(/\uFFFD$/, "")}-playground-${now.toString(36)}`;
}
