import type { Page } from "../session/index.ts";

/** All items of a list, page by page. */
export async function everyItem<T>(
	list: (options: { limit: number; cursor?: string }) => Promise<Page<T>>,
): Promise<T[]> {
	const items: T[] = [];
	for (let cursor: string | undefined; ; ) {
		const page = await list({ limit: 1_000, ...(cursor !== undefined && { cursor }) });
		items.push(...page.items);
		if (page.next === undefined) return items;
		cursor = page.next;
	}
}
