import { useSyncExternalStore } from "react";

/** Whether the server was reached the last time that somebody tried. */
let reached = true;
const watchers = new Set<() => void>();

function tell(value: boolean): void {
	if (reached === value) return;
	reached = value;
	for (const watcher of watchers) watcher();
}

/** `fetch`, which tells whether the server was reached. A request that was given up tells nothing. */
export const watchedFetch: typeof globalThis.fetch = async (...args) => {
	try {
		const response = await fetch(...args);
		tell(response.status !== 502 && response.status !== 504);
		return response;
	} catch (error) {
		const isAborted =
			args[1]?.signal?.aborted || (error instanceof DOMException && error.name === "AbortError");
		if (!isAborted) tell(false);
		throw error;
	}
};

export function useReached(): boolean {
	return useSyncExternalStore(
		(watcher) => {
			watchers.add(watcher);
			return () => watchers.delete(watcher);
		},
		() => reached,
	);
}
