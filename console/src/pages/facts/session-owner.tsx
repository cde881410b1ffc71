import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { useHf } from "../../connect/connection.tsx";
import { type SessionAddress, sessionPath } from "../../paths.ts";

interface Props {
	agentId: string;
	sessionId: string;
	/** Where the session is, if that is known already. */
	known: SessionAddress | undefined;
}

/** The session that a fact is of. Whose session that is has to be looked up where nothing else says it. */
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
