import type { Memory } from "holdfast";
import { useMemo } from "react";
import { useConnection } from "../../connect/connection.tsx";

/** The memory of an agent: for those who operate it all there is, or all of one user; for a user's token what is theirs. */
export function useMemory(agentId: string, userId?: string): Memory {
	const { hf, can } = useConnection();
	return useMemo(
		() =>
			can.isUser
				? hf.memory(agentId)
				: hf.memory(agentId, { everybody: true, ...(userId !== undefined && { userId }) }),
		[hf, can.isUser, agentId, userId],
	);
}
