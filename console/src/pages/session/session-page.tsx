import { useQuery } from "@tanstack/react-query";
import type { Session } from "holdfast";
import { HoldfastError } from "holdfast/client";
import { useEffect, useMemo, useState } from "react";
import { Link } from "wouter";
import { useHf } from "../../connect/connection.tsx";
import { type EventLog, openEventLog } from "../../live/event-log.ts";
import { ErrorNote } from "../../parts/note.tsx";
import { Page } from "../../parts/page.tsx";
import { useQueryValue } from "../../parts/query-state.ts";
import { PAGES } from "../../paths.ts";
import { SessionView } from "./session-view.tsx";

/** The log of a session, open until the page is left. */
function useLog(session: Session | undefined): EventLog | undefined {
	const hf = useHf();
	const [log, setLog] = useState<EventLog>();
	const uid = session?.uid;
	// biome-ignore lint/correctness/useExhaustiveDependencies: a changed session keeps its uid; another session has another uid
	useEffect(() => {
		if (!session) return;
		const { agentId, userId, sessionId, head, eventCount } = session;
		const source = hf.session({ agentId, sessionId, ...(userId !== undefined && { userId }) });
		const opened = openEventLog({ source, base: head - eventCount, head });
		setLog(opened);
		return () => {
			opened.close();
			setLog(undefined);
		};
	}, [hf, uid]);
	return log;
}

export default function SessionPage() {
	const hf = useHf();
	const [agentId] = useQueryValue("agent");
	const [userId] = useQueryValue("user");
	const [sessionId] = useQueryValue("session");
	const name = useMemo(
		() => ["session", agentId ?? null, userId ?? null, sessionId ?? null],
		[agentId, userId, sessionId],
	);
	const query = useQuery({
		queryKey: name,
		queryFn: () => {
			// A session id alone is enough if only one session has it.
			if (agentId === undefined) return hf.sessions.get(sessionId ?? "");
			return hf.sessions.get({
				agentId,
				sessionId: sessionId ?? "",
				...(userId !== undefined && { userId }),
			});
		},
	});
	const session = query.data;
	const log = useLog(session);
	const isMissing = HoldfastError.isInstance(query.error) && query.error.code === "not_found";
	if (session && log) return <SessionView key={session.uid} {...{ session, log, name, isMissing }} />;
	return (
		<Page title={sessionId ?? "Session"}>
			{query.error ? (
				<>
					<ErrorNote error={query.error} />
					<p>
						<Link href={PAGES.sessions}>All sessions</Link>
					</p>
				</>
			) : (
				<p className="soft" role="status">
					Loading…
				</p>
			)}
		</Page>
	);
}
