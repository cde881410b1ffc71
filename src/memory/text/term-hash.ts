/**
 * An unsigned 32-bit hash of a term: FNV-1a over the code units, then mixed, so that any of its bits can
 * select a bucket. Indexes store these hashes: a change here makes every existing index unreadable.
 */
export function termHash(term: string): number {
	let hash = 0x811c9dc5;
	for (let i = 0; i < term.length; i++) {
		const unit = term.charCodeAt(i);
		hash = Math.imul(hash ^ (unit & 0xff), 0x01000193);
		// Code units of other alphabets have two bytes.
		if (unit > 0xff) hash = Math.imul(hash ^ (unit >>> 8), 0x01000193);
	}
	hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
	hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
	return (hash ^ (hash >>> 16)) >>> 0;
}
