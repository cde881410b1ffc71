/** A piece of a text that holds a secret, and what kind of secret it is. */
export interface SecretSpan {
	start: number;
	end: number;
	kind: string;
}

/** Finds secrets of some kinds. Reads the text once; its patterns have bounds, so a hostile text costs no more. */
export type FindSecrets = (text: string) => SecretSpan[];

/**
 * A finder for what a pattern matches. With a group `secret` only that part is the secret. `isSecret` looks closer at what
 * matched: `before` is what stands in front of it.
 */
export function findByPattern(
	kind: string,
	pattern: RegExp,
	isSecret: (secret: string, before: string) => boolean = () => true,
): FindSecrets {
	return (text) => {
		const spans: SecretSpan[] = [];
		for (const match of text.matchAll(pattern)) {
			const secret = match.groups?.secret ?? match[0];
			// The secret is the last part of what matched, wherever a group names it.
			const start = match.index + match[0].lastIndexOf(secret);
			if (isSecret(secret, text.slice(Math.max(0, start - CONTEXT), start))) {
				spans.push({ start, end: start + secret.length, kind });
			}
		}
		return spans;
	};
}

/** How far back a word may stand that says what a number is. */
const CONTEXT = 40;
