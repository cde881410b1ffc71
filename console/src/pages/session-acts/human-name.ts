import { useSyncExternalStore } from "react";

/** The name that the person at this browser uses in messages to users, kept for the next time. */
const NAME = "holdfast.human-name";
const watchers = new Set<() => void>();

function keep(name: string): void {
	localStorage.setItem(NAME, name);
	for (const watcher of watchers) watcher();
}

export function useHumanName(): [string, (name: string) => void] {
	const name = useSyncExternalStore(
		(watcher) => {
			watchers.add(watcher);
			return () => watchers.delete(watcher);
		},
		() => localStorage.getItem(NAME) ?? "",
	);
	return [name, keep];
}
