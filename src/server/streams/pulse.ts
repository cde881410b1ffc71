/** Something that is called at each tick. */
export interface Beating {
	beat(now: number): void;
}

/** One timer for all streams of the process. A thousand idle streams cost a thousand set entries, and nothing more. */
export interface Pulse {
	add(stream: Beating): void;
	remove(stream: Beating): void;
	/** How many there are. */
	readonly size: number;
}

/** How often an idle stream sends a heartbeat. */
export const HEARTBEAT_MS = 15_000;

export function createPulse(everyMs = HEARTBEAT_MS): Pulse {
	const streams = new Set<Beating>();
	let timer: NodeJS.Timeout | undefined;
	const beat = (): void => {
		const now = Date.now();
		for (const stream of streams) stream.beat(now);
	};
	return {
		add(stream) {
			streams.add(stream);
			if (timer) return;
			timer = setInterval(beat, everyMs);
			timer.unref();
		},
		remove(stream) {
			streams.delete(stream);
			if (streams.size > 0) return;
			clearInterval(timer);
			timer = undefined;
		},
		get size() {
			return streams.size;
		},
	};
}

/** The pulse of this process. */
export const pulse: Pulse = createPulse();
