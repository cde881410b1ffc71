import type { InfiniteData } from "@tanstack/react-query";
import type { Session } from "holdfast";

export interface SessionPage {
	items: Session[];
	next?: string;
}

export type SessionPages = InfiniteData<SessionPage>;
export type Order = "created" | "updated";

const momentOf = (session: Session, order: Order): string =>
	order === "created" ? session.createdAt : session.updatedAt;

/**
 * Merges a refetched first page into the loaded pages. A changed session moves to its new place. A session that should
 * be in the new page but is not was deleted. If there may be a gap between the new page and the rest, the list starts
 * again from the new page.
 */
export function mergeHead(known: SessionPages, head: SessionPage, order: Order): SessionPages {
	const [first, ...others] = known.pages;
	const newest = first?.items[0];
	const oldest = head.items.at(-1);
	const isWhole = head.next === undefined;
	if (!first || !newest || !oldest || isWhole || momentOf(oldest, order) > momentOf(newest, order))
		return { pages: [head], pageParams: [undefined] };
	const inHead = new Set(head.items.map(({ uid }) => uid));
	const rest = (page: SessionPage): Session[] =>
		page.items.filter(
			(session) => !inHead.has(session.uid) && momentOf(session, order) <= momentOf(oldest, order),
		);
	return {
		pageParams: known.pageParams,
		pages: [
			{ ...first, items: [...head.items, ...rest(first)] },
			...others.map((page) => ({ ...page, items: rest(page) })),
		],
	};
}

/** All loaded sessions, in order, each once: a session that changed between two page loads is in both. */
export function sessionsOf(pages: SessionPages | undefined): Session[] {
	const seen = new Map<string, Session>();
	for (const { items } of pages?.pages ?? [])
		for (const session of items) if (!seen.has(session.uid)) seen.set(session.uid, session);
	return [...seen.values()];
}
