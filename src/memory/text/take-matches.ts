/**
 * Shows each match of a global pattern to `take`, and returns the text with those that it took blanked out by as many NULs:
 * patterns that run over it later see only what is left, at the same places.
 */
export function takeMatches(
	text: string,
	pattern: RegExp,
	take: (match: RegExpExecArray) => boolean,
): string {
	let rest = "";
	let done = 0;
	for (const match of text.matchAll(pattern)) {
		if (!take(match)) continue;
		const end = match.index + match[0].length;
		rest += text.slice(done, match.index) + "\0".repeat(match[0].length);
		done = end;
	}
	return rest + text.slice(done);
}
