import type { Hit, Session } from "holdfast";
import type { Holdfast } from "holdfast/client";
import { sessionPath } from "../../paths.ts";

/** Matching sessions, grouped by the field that matches. */
export interface FoundSessions {
	byId: Session[];
	byExternalId: Session[];
	byUser: Session[];
	/** The user has more sessions. */
	moreOfUser: boolean;
}

const SHOWN = 20;
/** The maximum length of an id. The server rejects longer ones. */
const MAX_ID = 512;

export async function findSessions(
	hf: Holdfast,
	text: string,
	{ agentId, isUser }: { agentId: string | undefined; isUser: boolean },
): Promise<FoundSessions> {
	if (text.length > MAX_ID) return { byId: [], byExternalId: [], byUser: [], moreOfUser: false };
	const options = { limit: SHOWN, ...(agentId !== undefined && { agentId }) };
	const none: { items: Session[]; next?: string } = { items: [] };
	const [byId, byExternalId, byUser] = await Promise.all([
		hf.sessions.list({ ...options, sessionId: text }),
		isUser ? none : hf.sessions.list({ ...options, externalId: text }),
		isUser ? none : hf.sessions.list({ ...options, userId: text, order: "updated" }),
	]);
	return {
		byId: byId.items,
		byExternalId: byExternalId.items,
		byUser: byUser.items,
		moreOfUser: byUser.next !== undefined,
	};
}

/** A matching message and its place. */
export interface FoundMessage {
	agentId: string;
	hit: Hit;
	path: string;
	sessionId: string;
	userId?: string;
}

export interface FoundMessages {
	messages: FoundMessage[];
	/** Agents whose search failed, with the error. */
	failed: { agentId: string; error: unknown }[];
}

/** The maximum number of agents to search at the same time. */
export const MAX_AGENTS = 10;
const OF_EACH = 10;

/** The messages of these agents that match best, best first. */
export async function findMessages(
	hf: Holdfast,
	text: string,
	agents: readonly string[],
): Promise<FoundMessages> {
	const failed: FoundMessages["failed"] = [];
	const search = async (agentId: string): Promise<FoundMessage[]> => {
		try {
			const memory = hf.memory(agentId, { everybody: true });
			const { hits } = await memory.search(text, { include: ["messages"], limit: OF_EACH });
			// Keyword matches; without any, matches by meaning.
			const worded = hits.filter(({ parts }) => (parts.keyword ?? 0) > 0);
			return (worded.length > 0 ? worded : hits).flatMap((hit) => {
				const [source] = hit.sources;
				if (!source) return [];
				const { offset, ...where } = source;
				return [{ agentId, hit, path: sessionPath({ agentId, ...where }, offset), ...where }];
			});
		} catch (error) {
			failed.push({ agentId, error });
			return [];
		}
	};
	const found = await Promise.all(agents.slice(0, MAX_AGENTS).map(search));
	return { messages: found.flat().sort((a, b) => b.hit.score - a.hit.score), failed };
}
