import type { SessionListOptions } from "holdfast";
import { useMemo } from "react";
import { useRights } from "../../connect/connection.tsx";
import { useQueryValue } from "../../parts/query-state.ts";

export type SessionFilter = Pick<SessionListOptions, "agentId" | "userId" | "mode" | "ended"> & {
	order: "created" | "updated";
};

/** What of the address says which sessions are shown, as a question to the server. */
export function useSessionFilter(): SessionFilter {
	const { isUser } = useRights();
	const [agentId] = useQueryValue("agent");
	const [user] = useQueryValue("user");
	const [mode] = useQueryValue("mode");
	const [state] = useQueryValue("state");
	const [noUser] = useQueryValue("nouser");
	const [order] = useQueryValue("order");
	return useMemo(() => {
		// The server knows whose token it is.
		const userId = isUser ? undefined : noUser === undefined ? user : null;
		return {
			order: order === "created" ? "created" : "updated",
			...(agentId !== undefined && { agentId }),
			...(userId !== undefined && { userId }),
			...((mode === "auto" || mode === "manual") && { mode }),
			...((state === "open" || state === "ended") && { ended: state === "ended" }),
		};
	}, [isUser, agentId, user, mode, state, noUser, order]);
}

/** How many filters hold; the order is none. */
export const filterCount = ({ order: _, ...filter }: SessionFilter): number => Object.keys(filter).length;
