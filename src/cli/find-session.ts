import { HoldfastError } from "../error/index.ts";
import type { Holdfast } from "../interface.ts";
import type { Session, SessionRef } from "../session/index.ts";

/** What narrows a session's id: options as they were typed. An empty user means: the session without user. */
export interface SessionFilter {
	readonly agent?: string | undefined;
	readonly user?: string | undefined;
}

/** How many sessions are looked through for an id that was mistyped. */
const LOOK_THROUGH = 200;
const MAX_SUGGESTIONS = 3;

/** The options as the library takes them. */
export const sessionFilter = ({ agent, user }: SessionFilter) => ({
	...(agent !== undefined && { agentId: agent }),
	...(user !== undefined && { userId: user === "" ? null : user }),
});

/**
 * The one session that is meant. Several: `ambiguous`, with `candidates`; none: `not_found`, and what may have been
 * meant.
 */
export async function findSession(hf: Holdfast, id: string, filter: SessionFilter = {}): Promise<Session> {
	const { items } = await hf.sessions.list({ ...sessionFilter(filter), sessionId: id, limit: 50 });
	const [only, ...others] = items;
	if (!only) throw await notFound(hf, id, filter);
	if (others.length === 0) return only;
	const candidates = items.map(refOf);
	const nobody = candidates.some(({ userId }) => userId === undefined)
		? '; --user "" is the one without user'
		: "";
	const message = `"${id}" is the id of ${items.length} sessions: add --agent or --user to name one${nobody}`;
	throw new HoldfastError("ambiguous", message, { candidates });
}

/** The full name of a session, as `hf.session` takes it. */
export function refOf({ agentId, userId, sessionId }: SessionRef): SessionRef {
	return { agentId, ...(userId !== undefined && { userId }), sessionId };
}

async function notFound(hf: Holdfast, id: string, filter: SessionFilter): Promise<HoldfastError> {
	const { items } = await hf.sessions.list({
		...sessionFilter(filter),
		order: "updated",
		limit: LOOK_THROUGH,
	});
	const near = [...new Set(items.map(({ sessionId }) => sessionId).filter((other) => isNear(id, other)))];
	const narrowed = [
		...(filter.agent === undefined ? [] : [`of agent ${filter.agent}`]),
		...(filter.user === undefined ? [] : [filter.user === "" ? "without user" : `of user ${filter.user}`]),
	];
	const what = ["there is no session", `"${id}"`, ...narrowed].join(" ");
	const suggestions = near.slice(0, MAX_SUGGESTIONS);
	const hint =
		suggestions.length > 0
			? `did you mean ${suggestions.join(", ")}?`
			: "`holdfast sessions ls` lists those there are";
	return new HoldfastError("not_found", `${what}; ${hint}`, { sessionId: id, suggestions });
}

/** One begins with the other, or they differ in two letters at most. */
function isNear(typed: string, other: string): boolean {
	const [a, b] = [typed.toLowerCase(), other.toLowerCase()];
	if (a.length >= 3 && (b.startsWith(a) || a.startsWith(b))) return true;
	return a.length >= 3 && b.length <= 64 && distance(a, b) <= Math.min(2, Math.floor(a.length / 3));
}

/** How many letters must be put in, taken out or replaced to get from one to the other. */
function distance(a: string, b: string): number {
	if (Math.abs(a.length - b.length) > 2) return Number.POSITIVE_INFINITY;
	let row = Array.from({ length: b.length + 1 }, (_, i) => i);
	for (let i = 1; i <= a.length; i++) {
		const next = [i];
		for (let j = 1; j <= b.length; j++) {
			const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
			next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
		}
		row = next;
	}
	return row[b.length] ?? 0;
}
