import { createHash } from "node:crypto";

/** A body that is not kept in memory. Only its hash remains after reading. */
export interface Content {
	take(chunk: Uint8Array): void;
	/** The hash of the whole body. Reads what was not read yet. */
	hashOf(request: Request): Promise<Uint8Array>;
}

export function hashContent(): Content {
	const hash = createHash("sha256");
	return {
		take: (chunk) => void hash.update(chunk),
		async hashOf({ body, bodyUsed }) {
			// A reader that has begun has read to the end, or has stopped: then no more bytes come.
			if (body && !bodyUsed) for await (const _ of body);
			return hash.digest();
		},
	};
}
