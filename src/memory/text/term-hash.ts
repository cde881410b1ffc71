/**
 * A hash of a term in 32 bits without sign: FNV-1a over the code units, then mixed, so that any of its bits may choose a
 * bucket. Indexes keep these numbers: a change here makes every index that was written before unreadable.
 */
export function termHash(term: string): number {
	let hash = 0x811c9dc5;
	for (let i = 0; i < term.length; i++) {
		const unit = term.charCodeAt(i);
		hash = Math.imul(hash ^ (unit & 0xff), 0x01000193);
		// Units of other alphabets are two bytes.
		if (unit > 0xff) hash = Math.imul(hash ^ (unit >>> 8), 0x01000193);
	}
	hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
	hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
	return (hash ^ (hash >>> 16)) >>> 0;
}
