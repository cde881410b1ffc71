import { useQueryClient } from "@tanstack/react-query";

/** Refetches everything that shows sessions, after a change. */
export function useSessionChanged(): () => Promise<void> {
	const queries = useQueryClient();
	return async () => {
		const touched = ["session", "sessions", "overview"];
		await Promise.all(touched.map((name) => queries.invalidateQueries({ queryKey: [name] })));
	};
}
