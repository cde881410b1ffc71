import { useCallback, useSyncExternalStore } from "react";

/** Whether a media query such as `(max-width: 52rem)` matches. For content; use style sheets for looks. */
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

/** Phone width; the same value as in styles/shell.css. */
export const NARROW = "(max-width: 52rem)";
