/** Ids have at most 512 code units. This leaves space for the suffix. */
const MOST = 400;

/** The id of a copy for the playground: the id of the original, plus a suffix that is new each time. */
export function copyId(sessionId: string, now: number): string {
	const of = sessionId.replace(/-playground-[a-z0-9]+$/, "").slice(0, MOST);
	return `${of.toWellFormed().replace(/\uFFFD$/, "")}-playground-${now.toString(36)}`;
}
