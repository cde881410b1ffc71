import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import type { AgentOverview } from "holdfast";
import { useHf } from "../../connect/connection.tsx";

/** The counts of each agent. */
export function useOverview(): UseQueryResult<AgentOverview[]> {
	const hf = useHf();
	return useQuery({ queryKey: ["overview"], queryFn: () => hf.overview(), refetchInterval: 10_000 });
}
