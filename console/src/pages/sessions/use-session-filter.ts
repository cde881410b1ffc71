import type { SessionListOptions } from "holdfast";
import { useMemo } from "react";
import { useRights } from "../../connect/connection.tsx";
import { useQueryValue } from "../../parts/query-state.ts";

export type SessionFilter = Pick<SessionListOptions, "agentId" | "userId" | "mode" | "ended"> & {
	order: "created" | "updated";
};

/** The filter in the address, as options of the list request. */
export function useSessionFilter(): SessionFilter {
	const { isUser } = useRights();
	const [agentId] = useQueryValue("agent");
	const [user] = useQueryValue("user");
	const [mode] = useQueryValue("mode");
	const [state] = useQueryValue("state");
	const [noUser] = useQueryValue("nouser");
	const [order] = useQueryValue("order");
	return useMemo(() => {
		// The server filters by the user of the token.
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

/** The number of active filters, without the order. */
export const filterCount = ({ order: _, ...filter }: SessionFilter): number => Object.keys(filter).length;
