const LAST = 0x10ffff;
/** Surrogates: not characters by themselves. */
const HALVES = { first: 0xd800, last: 0xdfff };

/**
 * The first text, by code point, after all texts with a prefix; undefined if there is none. With it, a search
 * by prefix is an index range, whatever the prefix contains.
 */
export function prefixEnd(prefix: string): string | undefined {
	const points = Array.from(prefix, (character) => character.codePointAt(0) ?? LAST);
	while (points.at(-1) === LAST) points.pop();
	const last = points.pop();
	if (last === undefined) return undefined;
	const next = last + 1 === HALVES.first ? HALVES.last + 1 : last + 1;
	return String.fromCodePoint(...points, next);
}
