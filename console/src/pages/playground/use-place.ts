import { useQuery } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import { useConnection } from "../../connect/connection.tsx";
import { useQueryValue } from "../../parts/query-state.ts";

/** The default user id. */
const USUAL_USER = "me";

/** The agent, user and session of the playground. All are in the address. */
export function usePlace() {
	const { hf, about, can } = useConnection();
	const [agent, setAgent] = useQueryValue("agent");
	const [user, writeUser] = useQueryValue("user");
	const [isNobody, setNobody] = useState(false);
	const [session, setSession] = useQueryValue("session");
	const agents = useQuery({
		queryKey: ["agents", can.isUser ? "own" : "all"],
		// A user's token cannot list agents: use those of the user's sessions.
		queryFn: async (): Promise<string[]> => {
			if (!can.isUser) return (await hf.agents.list()).items.map(({ id }) => id);
			const { items } = await hf.sessions.list({ order: "updated", limit: 200 });
			return [...new Set(items.map(({ agentId }) => agentId))];
		},
	});
	// By default there is a user, so that the agent can remember them. A given session has its own user.
	const usual = isNobody || session !== undefined ? undefined : USUAL_USER;
	const setUser = useCallback(
		(given: string | undefined) => {
			setNobody(given === undefined || given === "");
			writeUser(given);
		},
		[writeUser],
	);
	return {
		agents,
		agentId: agent ?? agents.data?.[0],
		userId: can.isUser ? about.userId : (user ?? usual),
		sessionId: session,
		setAgent,
		setUser,
		setSession,
	};
}

export type Place = ReturnType<typeof usePlace>;
