import { hash } from "node:crypto";

/**
 * A digest that is equal for contents that differ only in case, spaces and punctuation. It does not reveal the
 * content.
 */
export function contentDigest(content: string): string {
	const plain = content
		.normalize("NFKC")
		.toLowerCase()
		// Characters that change the meaning stay: minus, plus, and those inside of numbers and addresses.
		.replace(/(?<=\S)[.,;:!?"'’“”()[\]]+(?=\s|$)|(?<=^|\s)["'’“”([]+(?=\S)|\s+/gu, " ")
		.replace(/\s+/gu, " ")
		.trim();
	// Half of the hash is enough to distinguish the facts of one owner.
	return hash("sha256", plain, "buffer").toString("base64url", 0, 16);
}
