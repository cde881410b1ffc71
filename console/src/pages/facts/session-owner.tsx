import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { useHf } from "../../connect/connection.tsx";
import { type SessionAddress, sessionPath } from "../../paths.ts";

interface Props {
	agentId: string;
	sessionId: string;
	/** The address of the session, if it is known. */
	known: SessionAddress | undefined;
}

/** The session that owns a fact. Its user is looked up if no source names it. */
export function SessionOwner({ agentId, sessionId, known }: Props) {
	const hf = useHf();
	const found = useQuery({
		queryKey: ["sessions", "named", agentId, sessionId],
		queryFn: () => hf.sessions.list({ agentId, sessionId, limit: 1 }),
		enabled: known === undefined,
		staleTime: 60_000,
	});
	const session = known ?? found.data?.items[0] ?? { agentId, sessionId };
	return (
		<>
			{"session "}
			<Link href={sessionPath(session)}>
				<bdi>{sessionId}</bdi>
			</Link>
		</>
	);
}
