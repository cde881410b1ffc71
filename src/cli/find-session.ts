import { HoldfastError } from "../error/index.ts";
import type { Holdfast } from "../interface.ts";
import type { Session, SessionRef } from "../session/index.ts";

/** Options that select one of several sessions with the same id. An empty user means: the session without a user. */
export interface SessionFilter {
	readonly agent?: string | undefined;
	readonly user?: string | undefined;
}

/** How many sessions are compared with an id that was not found. */
const LOOK_THROUGH = 200;
const MAX_SUGGESTIONS = 3;

/** The options in the form that the library expects. */
export const sessionFilter = ({ agent, user }: SessionFilter) => ({
	...(agent !== undefined && { agentId: agent }),
	...(user !== undefined && { userId: user === "" ? null : user }),
});

/**
 * Finds a session by its id. Several sessions: `ambiguous`, with `candidates`. None: `not_found`, with similar ids as
 * `suggestions`.
 */
export async function findSession(hf: Holdfast, id: string, filter: SessionFilter = {}): Promise<Session> {
	const { items } = await hf.sessions.list({ ...sessionFilter(filter), sessionId: id, limit: 50 });
	const [only, ...others] = items;
	if (!only) throw await notFound(hf, id, filter);
	if (others.length === 0) return only;
	const candidates = items.map(refOf);
	const nobody = candidates.some(({ userId }) => userId === undefined)
		? '; --user "" selects the one without a user'
		: "";
	const message = `${items.length} sessions have the id "${id}"; add --agent or --user to select one${nobody}`;
	throw new HoldfastError("ambiguous", message, { candidates });
}

/** The full reference of a session, as `hf.session` expects it. */
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
		...(filter.user === undefined ? [] : [filter.user === "" ? "without a user" : `of user ${filter.user}`]),
	];
	const what = ["there is no session", `"${id}"`, ...narrowed].join(" ");
	const suggestions = near.slice(0, MAX_SUGGESTIONS);
	const hint =
		suggestions.length > 0
			? `did you mean ${suggestions.join(", ")}?`
			: "`holdfast sessions ls` lists the sessions";
	return new HoldfastError("not_found", `${what}; ${hint}`, { sessionId: id, suggestions });
}

/** Whether one begins with the other, or they differ in at most two letters. */
function isNear(typed: string, other: string): boolean {
	const [a, b] = [typed.toLowerCase(), other.toLowerCase()];
	if (a.length >= 3 && (b.startsWith(a) || a.startsWith(b))) return true;
	return a.length >= 3 && b.length <= 64 && distance(a, b) <= Math.min(2, Math.floor(a.length / 3));
}

/** The edit distance: how many letters to insert, delete or replace to turn one into the other. */
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
