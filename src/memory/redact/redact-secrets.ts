import { findApiKeys } from "./find-api-keys.ts";
import { findNumbers } from "./find-numbers.ts";
import { findPasswords } from "./find-passwords.ts";
import type { SecretSpan } from "./span.ts";

/** Where two see the same characters, the one that stands first here has the word. */
const FINDERS = [...findApiKeys, ...findPasswords, ...findNumbers];

/**
 * Whether there can be a secret at all: all of them hold digits in a row, a long run of characters, or are named by a word.
 * Most texts have none of these, and are not searched any further.
 */
const MAY_HOLD_ONE = /\d[- ]?\d|[\w+/=.~-]{12}|pass|kennwort|contrase|phrase|mnemonic|\bpwd?\b|-----|:\/\//iu;

/** A text without its secrets, and the kind of each that was taken out, in order. */
export interface Redacted {
	text: string;
	found: string[];
}

/**
 * Takes keys, tokens, passwords, card and account numbers, and codes out of a text; in their place stands what they were.
 * A number is one by its check digits or by the words in front of it: orders, telephone numbers, hashes and UUIDs stay.
 * "My password is hunter-2-fake" becomes "My password is [redacted: password]".
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

/** Spans that overlap become one, of the kind of the first. */
function apart(sorted: readonly SecretSpan[]): SecretSpan[] {
	const result: SecretSpan[] = [];
	for (const { start, end, kind } of sorted) {
		const last = result.at(-1);
		if (last && start < last.end) last.end = Math.max(last.end, end);
		else result.push({ start, end, kind });
	}
	return result;
}

/** A word that is neither a name nor a number: long, with digits and letters of both cases. Hashes and UUIDs have one case. */
const RANDOM =
	/(?<![\w/.:-])(?=[\w+/=]{0,80}[a-z])(?=[\w+/=]{0,80}[A-Z])(?=[\w+/=]{0,80}\d)[\w+/=]{24,200}(?![\w/-]|\.\w)/;

/**
 * True if a statement is about a secret and holds it, or held one: nothing to remember, even redacted. It is stricter than
 * `redactSecrets`: a long random word is enough.
 */
export function looksSecret(statement: string): boolean {
	return (
		statement.includes("[redacted: ") || redactSecrets(statement).found.length > 0 || RANDOM.test(statement)
	);
}
