import { z } from "zod";
import { parse } from "../../error/index.ts";
import type { JsonObject, SessionUid } from "../../event/index.ts";
import { decodeCursor, encodeCursor, type Page } from "../../session/index.ts";
import {
	FACT_STATUSES,
	type FactListQuery,
	type FactRecord,
	type FactStatus,
} from "../../store/ports/index.ts";
import type { MemoryContext } from "../memory-context.ts";
import { type Fact, toFacts } from "./fact.ts";

/** Filters and page of a list of facts. */
export interface FactListOptions {
	/** Default `active`. */
	status?: FactStatus | "all" | undefined;
	/** true: only pinned facts. false: only facts that are not pinned. */
	pinned?: boolean | undefined;
	/** `agent`: only facts that all users share. `user`: only facts of users. Default: all that this memory reads. */
	scope?: "agent" | "user" | undefined;
	/** Lists the facts that this session owns, instead of those of the memory. */
	sessionId?: string | undefined;
	/**
	 * Lists the facts that came from this session, of any owner that this memory reads, including the session's own
	 * facts.
	 */
	fromSession?: string | undefined;
	/** Default 50, at most 500. */
	limit?: number | undefined;
	/** The `next` of the previous page. */
	cursor?: string | undefined;
}

export const listOptions = z.strictObject({
	status: z.enum([...FACT_STATUSES, "all"]).default("active"),
	pinned: z.boolean().optional(),
	scope: z.enum(["agent", "user"]).optional(),
	sessionId: z.string().min(1).optional(),
	fromSession: z.string().min(1).optional(),
	limit: z.int().min(1).max(500).default(50),
	cursor: z.string().optional(),
});

const position = z.object({ no: z.int() });

/** One change of a fact. */
export interface FactHistoryEntry extends JsonObject {
	/** When it happened, as an ISO 8601 timestamp. */
	at: string;
	/** written, extracted, merged, confirmed, updated, superseded, linked, moved … */
	change: string;
}

/** An owner whose facts a list contains. */
export interface ListedOwner extends Pick<FactListQuery, "space" | "userId" | "uid"> {
	/** Filters the facts, if the store cannot filter them itself. */
	accept?: (record: FactRecord) => boolean;
}

/** A page of the facts of several owners, newest first. */
export async function listFacts(
	context: MemoryContext,
	queries: readonly ListedOwner[],
	options: z.output<typeof listOptions>,
	/** More facts to include, of other owners. */
	others: readonly FactRecord[] = [],
): Promise<Page<Fact>> {
	const { store, tenant } = context.platform;
	const { status, pinned, limit, cursor } = options;
	const after = cursor === undefined ? undefined : decodeCursor(position, cursor).no;
	const statuses = status === "all" ? undefined : [status];
	/** Reads one more than the limit, to know whether there is a next page. */
	const read = async ({ accept, ...query }: ListedOwner): Promise<FactRecord[]> => {
		const found: FactRecord[] = [];
		for (let from = after; ; ) {
			const page = await store.facts.list({
				...query,
				tenant,
				statuses,
				pinned,
				limit: limit + 1,
				after: from,
			});
			found.push(...(accept ? page.filter(accept) : page));
			if (page.length <= limit || found.length > limit) return found;
			from = page.at(-1)?.no;
		}
	};
	const more = others.filter(
		(record) =>
			(after === undefined || record.no < after) &&
			(statuses === undefined || statuses.includes(record.status)) &&
			(pinned === undefined || record.pinned === pinned),
	);
	const pages = await Promise.all(queries.map(read));
	const found = [...pages.flat(), ...more].sort((a, b) => b.no - a.no);
	const items = found.slice(0, limit);
	const page: Page<Fact> = { items: await present(context, items) };
	const last = items.at(-1);
	if (found.length > limit && last) page.next = encodeCursor({ no: last.no });
	return page;
}

/** Converts records to the facts that callers see. */
export function present({ platform }: MemoryContext, records: readonly FactRecord[]): Promise<Fact[]> {
	const { store, tenant } = platform;
	return toFacts(records, async (uid: SessionUid) => (await store.sessions.get({ uid, tenant }))?.sessionId);
}

export async function readHistory({ platform }: MemoryContext, id: string): Promise<FactHistoryEntry[]> {
	const { store, tenant } = platform;
	const changes = await store.facts.history(tenant, id);
	return changes.flatMap(({ at, body: { next = [], ...first } }) =>
		// The store keeps the changes of one commit as one entry.
		[first, ...(next as JsonObject[])].map(
			(body) => ({ at: new Date(at).toISOString(), ...body }) as FactHistoryEntry,
		),
	);
}

export const parseListOptions = (options: FactListOptions | undefined) =>
	parse(listOptions, options ?? {}, "list options");
