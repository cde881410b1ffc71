/** The position of a secret in a text, and the kind of secret. */
export interface SecretSpan {
	start: number;
	end: number;
	kind: string;
}

/** Finds secrets of some kinds. Reads the text once. Its patterns are bounded, so a hostile text takes no longer. */
export type FindSecrets = (text: string) => SecretSpan[];

/**
 * Creates a finder from a pattern. If the pattern has a group `secret`, only that part is the secret. `isSecret`
 * checks each match; `before` is the text before it.
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
			// If there is a group, it is always the last part of the match.
			const start = match.index + match[0].lastIndexOf(secret);
			if (isSecret(secret, text.slice(Math.max(0, start - CONTEXT), start))) {
				spans.push({ start, end: start + secret.length, kind });
			}
		}
		return spans;
	};
}

/** How many characters before a match `isSecret` sees. */
const CONTEXT = 40;
