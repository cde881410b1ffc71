import type { Memory } from "holdfast";
import { useMemo } from "react";
import { useConnection } from "../../connect/connection.tsx";

/** The memory of an agent: with a key, all of it or that of one user; with a user's token, that of the user. */
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
