import { useQueryClient } from "@tanstack/react-query";

/** What shows sessions asks again: one of them was changed here. */
export function useSessionChanged(): () => Promise<void> {
	const queries = useQueryClient();
	return async () => {
		const touched = ["session", "sessions", "overview"];
		await Promise.all(touched.map((name) => queries.invalidateQueries({ queryKey: [name] })));
	};
}
