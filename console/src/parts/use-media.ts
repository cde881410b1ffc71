import { useCallback, useSyncExternalStore } from "react";

/** Whether the window is so: `(max-width: 52rem)`. For what must not be there twice; looks are for style sheets. */
export function useMedia(query: string): boolean {
	const watch = useCallback(
		(changed: () => void) => {
			const media = window.matchMedia(query);
			media.addEventListener("change", changed);
			return () => media.removeEventListener("change", changed);
		},
		[query],
	);
	return useSyncExternalStore(watch, () => window.matchMedia(query).matches);
}

/** As narrow as a phone; the same width as in styles/shell.css. */
export const NARROW = "(max-width: 52rem)";
