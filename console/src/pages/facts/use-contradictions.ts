import { useQuery } from "@tanstack/react-query";
import type { Fact } from "holdfast";
import { useMemory } from "./use-memory.ts";

/** The active facts that a fact would supersede if it became active. */
export function useContradictions(agentId: string, { id }: Pick<Fact, "id">) {
	const memory = useMemory(agentId);
	return useQuery({
		queryKey: ["facts", agentId, "contradictions", id],
		queryFn: () => memory.contradictions(id),
	});
}
