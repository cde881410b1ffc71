import { z } from "zod";
import { HoldfastError, parse } from "../error/index.ts";
import type { Page } from "./session.ts";

/** An opaque position in a list. */
export function encodeCursor(position: unknown): string {
	return Buffer.from(JSON.stringify(position)).toString("base64url");
}

export function decodeCursor<S extends z.ZodType>(schema: S, cursor: string): z.output<S> {
	try {
		return schema.parse(JSON.parse(Buffer.from(cursor, "base64url").toString()));
	} catch (cause) {
		throw new HoldfastError("invalid", "cursor: must be the `next` of a page", {}, { cause });
	}
}

/** Which page of a list. */
export interface PageOptions {
	/** Items per page. Default 100, at most 1,000. */
	limit?: number | undefined;
	/** The `next` of the previous page. */
	cursor?: string | undefined;
}

export const pageOptions = z.strictObject({
	limit: z.int().min(1).max(1_000).default(100),
	cursor: z.string().optional(),
});

/** One page of a list that is in memory, sorted by a text that is unique for each item. */
export function pageOf<T>(
	all: readonly T[],
	given: PageOptions | undefined,
	placeOf: (item: T) => string,
): Page<T> {
	const { limit, cursor } = parse(pageOptions, given ?? {}, "list options");
	const after = cursor === undefined ? undefined : decodeCursor(z.string(), cursor);
	const sorted = all
		.map((item) => ({ item, place: placeOf(item) }))
		.sort((a, b) => (a.place < b.place ? -1 : 1));
	const behind = sorted.filter(({ place }) => after === undefined || place > after);
	const page = behind.slice(0, limit);
	return {
		items: page.map(({ item }) => item),
		...(behind.length > limit && { next: encodeCursor(page.at(-1)?.place) }),
	};
}
