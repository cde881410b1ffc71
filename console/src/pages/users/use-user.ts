import { type UseQueryResult, useQuery, useQueryClient } from "@tanstack/react-query";
import type { User } from "holdfast";
import { useHf } from "../../connect/connection.tsx";
import { findUser } from "./find-users.ts";

/** The record of a user; null if there is none yet. */
export function useUser(id: string): UseQueryResult<User | null> {
	const hf = useHf();
	return useQuery({ queryKey: ["user", id], queryFn: () => findUser(hf, id), refetchInterval: 15_000 });
}

/** Puts a changed record into the cache and refetches the lists. */
export function useKeepUser(): (user: User) => void {
	const queries = useQueryClient();
	return (user) => {
		queries.setQueryData(["user", user.userId], user);
		void queries.invalidateQueries({ queryKey: ["users"] });
	};
}
