import { hash } from "node:crypto";

/** Equal for contents that differ in nothing but case, space and punctuation; tells nothing else about them. */
export function contentDigest(content: string): string {
	const plain = content
		.normalize("NFKC")
		.toLowerCase()
		// Signs that change what is said stay: a minus, a plus, what makes a number or an address.
		.replace(/(?<=\S)[.,;:!?"'’“”()[\]]+(?=\s|$)|(?<=^|\s)["'’“”([]+(?=\S)|\s+/gu, " ")
		.replace(/\s+/gu, " ")
		.trim();
	// Half of it is plenty to tell the facts of one owner apart.
	return hash("sha256", plain, "buffer").toString("base64url", 0, 16);
}
