import { useQuery } from "@tanstack/react-query";
import { useConnection } from "../../connect/connection.tsx";
import { useQueryValue } from "../../parts/query-state.ts";

/** Whom one talks to, as whom, and in which session. All of it stands in the address. */
export function usePlace() {
	const { hf, about, can } = useConnection();
	const [agent, setAgent] = useQueryValue("agent");
	const [user, setUser] = useQueryValue("user");
	const [session, setSession] = useQueryValue("session");
	const agents = useQuery({
		queryKey: ["agents", can.isUser ? "own" : "all"],
		// Users are not told which agents there are: only with which they have talked.
		queryFn: async (): Promise<string[]> => {
			if (!can.isUser) return (await hf.agents.list()).map(({ id }) => id);
			const { items } = await hf.sessions.list({ order: "updated", limit: 200 });
			return [...new Set(items.map(({ agentId }) => agentId))];
		},
	});
	return {
		agents,
		agentId: agent ?? agents.data?.[0],
		userId: can.isUser ? about.userId : user,
		sessionId: session,
		setAgent,
		setUser,
		setSession,
	};
}

export type Place = ReturnType<typeof usePlace>;
