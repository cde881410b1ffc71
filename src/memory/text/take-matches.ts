/**
 * Calls `take` with each match of a global pattern. Returns the text with the matches that it accepted
 * replaced by as many NULs, so that later patterns see only the rest, at the same positions.
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
