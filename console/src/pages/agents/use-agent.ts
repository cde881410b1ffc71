import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import type { AgentInfo } from "holdfast";
import { HoldfastError } from "holdfast/client";
import { useHf } from "../../connect/connection.tsx";

/** What an agent is; null where none is defined by this id. */
export function useAgent(id: string): UseQueryResult<AgentInfo | null> {
	const hf = useHf();
	return useQuery({
		queryKey: ["agent", id],
		queryFn: async () => {
			try {
				return await hf.agents.get(id);
			} catch (error) {
				if (HoldfastError.isInstance(error) && error.code === "not_found") return null;
				throw error;
			}
		},
		refetchInterval: 10_000,
	});
}
