import { useCallback } from "react";
import { useLocation } from "wouter";
// The raw search string: the hook of wouter's main entry decodes it, and ids with a percent sign would be decoded twice.
import { useSearch } from "wouter/use-browser-location";

/**
 * A value in the query string: a filter or a selection, so that links contain it. With `pushes` the back button
 * undoes a change.
 */
export function useQueryValue(
	name: string,
	{ pushes = false }: { pushes?: boolean } = {},
): [string | undefined, (value: string | undefined) => void] {
	const search = useSearch();
	const [path, navigate] = useLocation();
	const value = new URLSearchParams(search).get(name) ?? undefined;
	const set = useCallback(
		(next: string | undefined) => {
			// Read the current address: two values can be set in the same tick.
			const query = new URLSearchParams(window.location.search);
			if (next === undefined || next === "") query.delete(name);
			else query.set(name, next);
			const text = query.toString();
			navigate(text === "" ? path : `${path}?${text}`, { replace: !pushes });
		},
		[name, navigate, path, pushes],
	);
	return [value, set];
}
