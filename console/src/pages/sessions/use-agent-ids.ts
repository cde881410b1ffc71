import { useQuery } from "@tanstack/react-query";
import { useConnection } from "../../connect/connection.tsx";

const NONE: readonly string[] = [];

/** Agents that have sessions, last updated first. Empty for a user's token. */
export function useAgentIds(): readonly string[] {
	const { hf, can } = useConnection();
	const overview = useQuery({
		queryKey: ["overview"],
		queryFn: () => hf.overview(),
		enabled: !can.isUser,
		select: (agents) =>
			agents
				.filter(({ sessions }) => sessions > 0)
				.sort((a, b) => ((a.updatedAt ?? "") < (b.updatedAt ?? "") ? 1 : -1))
				.map(({ agentId }) => agentId),
	});
	return overview.data ?? NONE;
}
