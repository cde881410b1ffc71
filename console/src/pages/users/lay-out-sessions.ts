import type { Session } from "holdfast";

/** A session in the timeline: its start and end in percent of the width, and its lane. */
export interface Stripe {
	session: Session;
	from: number;
	to: number;
	lane: number;
	/** The radius of the mark at its end, in pixels. */
	radius: number;
	/** The index of its agent. */
	agent: number;
}

export interface Layout {
	stripes: Stripe[];
	lanes: number;
	agents: string[];
	/** In milliseconds. */
	begin: number;
	end: number;
}

const MAX_LANES = 8;
/** The minimum time range, in milliseconds, so that a single message has a position. */
const MIN_SPAN = 1_000;
/** The minimum distance between marks, in percent, so that they do not overlap. */
const GAP = 3;
/** The margin, in percent, so that marks at the edge stay inside the picture. */
const RIM = 2;

const radiusOf = (messages: number): number => Math.min(9, 3 + Math.sqrt(messages) * 0.6);

/** Sessions as stripes from creation to last update, on as few lanes as possible. Needs at least one session. */
export function layOut(sessions: readonly Session[]): Layout {
	const agents = [...new Set(sessions.map(({ agentId }) => agentId))].sort();
	const begin = Math.min(...sessions.map(({ createdAt }) => Date.parse(createdAt)));
	const end = Math.max(begin + MIN_SPAN, ...sessions.map(({ updatedAt }) => Date.parse(updatedAt)));
	const at = (time: string): number => RIM + ((Date.parse(time) - begin) / (end - begin)) * (100 - 2 * RIM);
	const free: number[] = [];
	const stripes = sessions
		.toSorted((a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt))
		.map((session): Stripe => {
			const from = at(session.createdAt);
			const to = Math.max(from, at(session.updatedAt));
			let lane = free.findIndex((until) => until + GAP <= from);
			if (lane === -1) lane = free.length < MAX_LANES ? free.length : free.indexOf(Math.min(...free));
			free[lane] = Math.max(free[lane] ?? 0, to);
			return {
				session,
				from,
				to,
				lane,
				radius: radiusOf(session.messageCount),
				agent: agents.indexOf(session.agentId),
			};
		});
	return { stripes, lanes: Math.max(1, free.length), agents, begin, end };
}
