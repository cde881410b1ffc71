import { z } from "zod";
import { parse } from "../error/index.ts";
import type { JsonObject, SessionUid } from "../event/index.ts";
import type { SessionTarget } from "../store/ports/index.ts";
import { decodeCursor, encodeCursor, type PageOptions, pageOptions } from "./cursor.ts";
import type { Platform } from "./platform.ts";
import type { Page } from "./session.ts";

/** What one consolidation of a session read and cost. */
export interface SessionConsolidation {
	/** When it ended, as an ISO 8601 timestamp. */
	at: string;
	/** The first offset that was read. */
	from: number;
	/** The offset after the last one that was read. */
	to: number;
	/** The extractor that was used. */
	extractor: string;
	/** How many statements were extracted, before comparing them with known facts. */
	statements: number;
	/** Duration in milliseconds. */
	ms: number;
	/** Number of model calls. */
	calls: number;
	/** Input tokens of these calls. */
	inputTokens: number;
	/** Output tokens of these calls. */
	outputTokens: number;
	/** Why parts of the model's output were dropped: fields and rules, never the content. */
	dropped: string[];
}

/** The kind of the documents that record consolidations. They are deleted with their session. */
export const CONSOLIDATION = "consolidation";

/** Ids contain the time counting down, so that the newest comes first. */
const END_OF_TIME = 9_999_999_999_999;

export const consolidationId = (uid: SessionUid, at: number, to: number): string =>
	`${uid}/${String(END_OF_TIME - at).padStart(13, "0")}-${to}`;

const toConsolidation = (body: JsonObject, at: number): SessionConsolidation => {
	const { from, to, extractor, statements, ms, ...cost } = body as unknown as Omit<
		SessionConsolidation,
		"at"
	>;
	const { calls, inputTokens, outputTokens, dropped } = cost;
	return {
		at: new Date(at).toISOString(),
		from,
		to,
		extractor,
		statements,
		ms,
		calls,
		inputTokens,
		outputTokens,
		dropped: [...dropped],
	};
};

/** The consolidations of the last three months, newest first. */
export async function listConsolidations(
	{ store, tenant }: Platform,
	target: SessionTarget,
	options: PageOptions | undefined,
): Promise<Page<SessionConsolidation>> {
	const { limit, cursor } = parse(pageOptions, options ?? {}, "list options");
	const behind = cursor === undefined ? undefined : decodeCursor(z.string().max(128), cursor);
	const session = await store.sessions.get(target);
	if (!session) return { items: [] };
	const prefix = `${session.uid}/`;
	const after = behind === undefined ? undefined : prefix + behind;
	// One more than requested shows whether there is a next page.
	const found = await store.documents.list({ tenant, kind: CONSOLIDATION, prefix, after, limit: limit + 1 });
	const page = found.slice(0, limit);
	const last = found.length > limit ? page.at(-1) : undefined;
	return {
		items: page.map(({ body, createdAt }) => toConsolidation(body, createdAt)),
		...(last && { next: encodeCursor(last.id.slice(prefix.length)) }),
	};
}
