import type { z } from "zod";
import { HoldfastError } from "../error/index.ts";

/** An opaque position in a list. */
export function encodeCursor(position: unknown): string {
	return Buffer.from(JSON.stringify(position)).toString("base64url");
}

export function decodeCursor<S extends z.ZodType>(schema: S, cursor: string): z.output<S> {
	try {
		return schema.parse(JSON.parse(Buffer.from(cursor, "base64url").toString()));
	} catch (cause) {
		throw new HoldfastError("invalid", "cursor: is not one that a page's `next` gave", {}, { cause });
	}
}
