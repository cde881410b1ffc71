import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import type { AgentInfo } from "holdfast";
import { HoldfastError } from "holdfast/client";
import { useHf } from "../../connect/connection.tsx";

/** The definition of an agent; null if no agent with this id is defined. */
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
