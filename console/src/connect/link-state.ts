import { useSyncExternalStore } from "react";

/** Whether the last request reached the server. */
let reached = true;
const watchers = new Set<() => void>();

function tell(value: boolean): void {
	if (reached === value) return;
	reached = value;
	for (const watcher of watchers) watcher();
}

/** `fetch` that records whether it reached the server. An aborted request changes nothing. */
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
