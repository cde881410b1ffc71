import { createHash } from "node:crypto";

/** A body that is not held: what is left of it when it was read is its hash. */
export interface Content {
	take(chunk: Uint8Array): void;
	/** The hash of all of it. Reads what nobody has read. */
	hashOf(request: Request): Promise<Uint8Array>;
}

export function hashContent(): Content {
	const hash = createHash("sha256");
	return {
		take: (chunk) => void hash.update(chunk),
		async hashOf({ body, bodyUsed }) {
			// Who has begun to read has read to the end, or left: then nothing comes any more.
			if (body && !bodyUsed) for await (const _ of body);
			return hash.digest();
		},
	};
}
