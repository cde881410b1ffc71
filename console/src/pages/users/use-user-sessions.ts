import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import type { Page, Session } from "holdfast";
import { useHf } from "../../connect/connection.tsx";

/** The number of sessions in the timeline. The list shows the first of them. */
export const PICTURED = 100;

/** The sessions of a user, last updated first. */
export function useUserSessions(id: string): UseQueryResult<Page<Session>> {
	const hf = useHf();
	return useQuery({
		queryKey: ["sessions", "of-user", id],
		queryFn: () => hf.sessions.list({ userId: id, order: "updated", limit: PICTURED }),
		refetchInterval: 5_000,
	});
}
