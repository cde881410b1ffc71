import { useCallback } from "react";
import { useLocation } from "wouter";
// As it stands in the address: that of the main entry decodes it, and an id with a percent sign would be decoded twice.
import { useSearch } from "wouter/use-browser-location";

/**
 * A value of the address: a filter, what is chosen. It can be sent to somebody, and the back button undoes it where
 * `pushes` says so.
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
			// Of the address as it is now: two values may be set in one go.
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
