import { findApiKeys } from "./find-api-keys.ts";
import { findNumbers } from "./find-numbers.ts";
import { findPasswords } from "./find-passwords.ts";
import type { SecretSpan } from "./span.ts";

/** If two finders match at the same position, the first one in this list gives the kind. */
const FINDERS = [...findApiKeys, ...findPasswords, ...findNumbers];

/**
 * A quick check whether a text can contain a secret: digits in a row, a long run of characters, or a word that
 * names a secret. Most texts have none of these and are not searched further.
 */
const MAY_HOLD_ONE = /\d[- ]?\d|[\w+/=.~-]{12}|pass|kennwort|contrase|phrase|mnemonic|\bpwd?\b|-----|:\/\//iu;

/** A text without its secrets, and the kind of each removed secret, in order. */
export interface Redacted {
	text: string;
	found: string[];
}

/**
 * Replaces keys, tokens, passwords, card and account numbers, and codes in a text by their kind: "My password is
 * hunter-2-fake" becomes "My password is [redacted: password]". A number is a secret if its check digits are valid
 * or the words before it say so. Order numbers, telephone numbers, hashes and UUIDs stay.
 */
export function redactSecrets(text: string): Redacted {
	if (!MAY_HOLD_ONE.test(text)) return { text, found: [] };
	const spans = FINDERS.flatMap((find, rank) => find(text).map((span) => ({ ...span, rank })));
	if (spans.length === 0) return { text, found: [] };
	spans.sort((a, b) => a.start - b.start || a.rank - b.rank);
	const pieces: string[] = [];
	const found: string[] = [];
	let end = 0;
	for (const span of apart(spans)) {
		pieces.push(text.slice(end, span.start), `[redacted: ${span.kind}]`);
		found.push(span.kind);
		end = span.end;
	}
	return { text: pieces.join("") + text.slice(end), found };
}

/** Merges overlapping spans. The first one gives the kind. */
function apart(sorted: readonly SecretSpan[]): SecretSpan[] {
	const result: SecretSpan[] = [];
	for (const { start, end, kind } of sorted) {
		const last = result.at(-1);
		if (last && start < last.end) last.end = Math.max(last.end, end);
		else result.push({ start, end, kind });
	}
	return result;
}

/**
 * A random word: at least 24 characters, with digits and letters of both cases. Hashes and UUIDs have one case
 * only.
 */
const RANDOM =
	/(?<![\w/.:-])(?=[\w+/=]{0,80}[a-z])(?=[\w+/=]{0,80}[A-Z])(?=[\w+/=]{0,80}\d)[\w+/=]{24,200}(?![\w/-]|\.\w)/;

/**
 * Whether a statement contains a secret, or contained one before it was redacted. Such a statement is not stored,
 * even redacted. It is stricter than `redactSecrets`: a long random word is enough.
 */
export function looksSecret(statement: string): boolean {
	return (
		statement.includes("[redacted: ") || redactSecrets(statement).found.length > 0 || RANDOM.test(statement)
	);
}
