import { useSyncExternalStore } from "react";

const narrow = window.matchMedia("(max-width: 62rem)");

/** Whether there is room for one column only. */
export const useNarrow = (): boolean =>
	useSyncExternalStore(
		(listener) => {
			narrow.addEventListener("change", listener);
			return () => narrow.removeEventListener("change", listener);
		},
		() => narrow.matches,
	);
