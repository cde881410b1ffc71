import { z } from "zod";
import { parse } from "../error/index.ts";
import type { JsonObject, SessionUid } from "../event/index.ts";
import type { SessionName } from "../store/ports/index.ts";
import { decodeCursor, encodeCursor, type PageOptions, pageOptions } from "./cursor.ts";
import type { Platform } from "./platform.ts";
import type { Page } from "./session.ts";

/** What it took to make facts of a part of a session. */
export interface SessionConsolidation {
	/** When it was done. */
	at: string;
	/** The offsets that were read: from this one up to and without the other. */
	from: number;
	to: number;
	/** What made the statements. */
	extractor: string;
	/** How many statements were found, before they were compared with what is known. */
	statements: number;
	ms: number;
	/** Calls of a model, and the tokens that they took. */
	calls: number;
	inputTokens: number;
	outputTokens: number;
	/** Why parts of a model's answer were not taken: fields and rules, never what was said. */
	dropped: string[];
}

/** The kind of the documents that say what consolidations took. They go with their session. */
export const CONSOLIDATION = "consolidation";

/** Times count down in the ids, so that the newest comes first. */
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
		...{ at: new Date(at).toISOString(), from, to, extractor, statements, ms },
		...{ calls, inputTokens, outputTokens, dropped: [...dropped] },
	};
};

/** What the consolidations of the last three months took, newest first. */
export async function listConsolidations(
	{ store, tenant }: Platform,
	name: SessionName,
	options: PageOptions | undefined,
): Promise<Page<SessionConsolidation>> {
	const { limit, cursor } = parse(pageOptions, options ?? {}, "list options");
	const behind = cursor === undefined ? undefined : decodeCursor(z.string().max(128), cursor);
	const session = await store.sessions.get({ name });
	if (!session) return { items: [] };
	const prefix = `${session.uid}/`;
	const after = behind === undefined ? undefined : prefix + behind;
	// One more than asked for tells whether there is a next page.
	const found = await store.documents.list({ tenant, kind: CONSOLIDATION, prefix, after, limit: limit + 1 });
	const page = found.slice(0, limit);
	const last = found.length > limit ? page.at(-1) : undefined;
	return {
		items: page.map(({ body, createdAt }) => toConsolidation(body, createdAt)),
		...(last && { next: encodeCursor(last.id.slice(prefix.length)) }),
	};
}
