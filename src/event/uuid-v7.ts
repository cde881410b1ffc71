const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));

const POOL = new Uint8Array(1024);
let used = POOL.length;
let lastMs = 0;
let counter = 0;

function randomByte(): number {
	if (used === POOL.length) {
		crypto.getRandomValues(POOL);
		used = 0;
	}
	return POOL[used++] as number;
}

/**
 * A UUID of version 7 (RFC 9562): 48 bits of time, a 12-bit counter that keeps ids of one process in order
 * within a millisecond, 62 random bits.
 */
export function uuidV7(now: number = Date.now()): string {
	if (now > lastMs) {
		lastMs = now;
		counter = randomByte();
	} else if (++counter > 0xfff) {
		lastMs += 1;
		counter = 0;
	}
	const high = Math.floor(lastMs / 0x100000000);
	const low = lastMs >>> 0;
	const hex = (byte: number): string => HEX[byte & 0xff] as string;
	let tail = "";
	for (let i = 0; i < 6; i++) tail += hex(randomByte());
	return (
		`${hex(high >>> 8)}${hex(high)}${hex(low >>> 24)}${hex(low >>> 16)}-${hex(low >>> 8)}${hex(low)}-` +
		`7${(counter >>> 8).toString(16)}${hex(counter)}-` +
		`${hex(0x80 | (randomByte() & 0x3f))}${hex(randomByte())}-${tail}`
	);
}
