import { z } from "zod";
import { parse } from "../error/index.ts";
import { agentId, keyText, sessionMode, sessionUid, userId } from "../event/index.ts";
import type { SessionRecord } from "../store/ports/index.ts";
import { decodeCursor, encodeCursor } from "./cursor.ts";
import type { Platform } from "./platform.ts";
import { describeSession, type Page, type Session, toSessions } from "./session.ts";
import { ambiguous } from "./session-ref.ts";

/** Filters, order and page of a list of sessions. */
export interface SessionListOptions {
	/** Only sessions of this agent. */
	agentId?: string | undefined;
	/** Only sessions of this user. null: only sessions without a user. */
	userId?: string | null | undefined;
	/** Only sessions with this session id. */
	sessionId?: string | undefined;
	/** Only sessions with this `external_id` in their metadata. */
	externalId?: string | undefined;
	/** Only sessions in this mode. */
	mode?: "auto" | "manual" | undefined;
	/** true: only ended sessions. false: only open sessions. */
	ended?: boolean | undefined;
	/** Newest first, by creation (default; pages never shift) or by last change. */
	order?: "created" | "updated" | undefined;
	/** Items per page. Default 50, at most 500. */
	limit?: number | undefined;
	/** The `next` of the previous page. */
	cursor?: string | undefined;
}

const optionsSchema = z.strictObject({
	agentId: agentId.optional(),
	userId: userId.nullable().optional(),
	sessionId: keyText.optional(),
	externalId: keyText.optional(),
	mode: sessionMode.optional(),
	ended: z.boolean().optional(),
	order: z.enum(["created", "updated"]).default("created"),
	limit: z.number().int().min(1).max(500).default(50),
	cursor: z.string().optional(),
});

const position = z.object({ at: z.int(), uid: sessionUid });

export async function listSessions(
	platform: Platform,
	options: SessionListOptions = {},
): Promise<Page<Session>> {
	const { cursor, limit, sessionId, ...filter } = parse(optionsSchema, options, "list options");
	const found = await platform.store.sessions.list({
		...filter,
		...(sessionId !== undefined && { sessionId: sessionId as SessionRecord["sessionId"] }),
		tenant: platform.tenant,
		limit: limit + 1,
		after: cursor === undefined ? undefined : decodeCursor(position, cursor),
	});
	const items = found.slice(0, limit);
	const last = items.at(-1);
	const page: Page<Session> = { items: await toSessions(platform, items) };
	if (found.length > limit && last) {
		page.next = encodeCursor({
			at: filter.order === "created" ? last.createdAt : last.updatedAt,
			uid: last.uid,
		});
	}
	return page;
}

const findSchema = z.strictObject({ externalId: keyText, agentId: agentId.optional() });

/** The session with this external id, or undefined. Throws `ambiguous` if several sessions have it. */
export async function findSession(
	platform: Platform,
	by: { externalId: string; agentId?: string },
): Promise<Session | undefined> {
	const { externalId, agentId } = parse(findSchema, by, "find");
	const query = { tenant: platform.tenant, externalId, agentId, order: "created" as const, limit: 10 };
	const found = await platform.store.sessions.list(query);
	if (found.length > 1) throw ambiguous(`external id "${externalId}"`, found);
	return found[0] && describeSession(platform, found[0]);
}
