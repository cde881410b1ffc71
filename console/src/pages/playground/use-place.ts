import { useQuery } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import { useConnection } from "../../connect/connection.tsx";
import { useQueryValue } from "../../parts/query-state.ts";

/** As whom one talks, until another name is typed. */
const USUAL_USER = "me";

/** Whom one talks to, as whom, and in which session. All of it stands in the address. */
export function usePlace() {
	const { hf, about, can } = useConnection();
	const [agent, setAgent] = useQueryValue("agent");
	const [user, writeUser] = useQueryValue("user");
	const [isNobody, setNobody] = useState(false);
	const [session, setSession] = useQueryValue("session");
	const agents = useQuery({
		queryKey: ["agents", can.isUser ? "own" : "all"],
		// Users are not told which agents there are: only with which they have talked.
		queryFn: async (): Promise<string[]> => {
			if (!can.isUser) return (await hf.agents.list()).items.map(({ id }) => id);
			const { items } = await hf.sessions.list({ order: "updated", limit: 200 });
			return [...new Set(items.map(({ agentId }) => agentId))];
		},
	});
	// Who has no name is not known again. A session that is named knows whose it is.
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
