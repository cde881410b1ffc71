import { type KeyboardEvent, useState } from "react";
import { Link } from "wouter";
import { useRights } from "../../connect/connection.tsx";
import { Empty, ErrorNote } from "../../parts/note.tsx";
import { VirtualList } from "../../parts/virtual-list.tsx";
import { PAGES } from "../../paths.ts";
import { SessionRow, SessionRowHead } from "./session-row.tsx";
import { useLiveSessions } from "./use-live-sessions.ts";
import { filterCount, type SessionFilter } from "./use-session-filter.ts";

const SIBLING: Readonly<Record<string, "nextElementSibling" | "previousElementSibling">> = {
	ArrowDown: "nextElementSibling",
	ArrowUp: "previousElementSibling",
};

/** Arrow keys move from row to row. The list renders more rows as the focus moves. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
	const step = SIBLING[event.key];
	const row = event.target instanceof Element ? event.target.closest("li") : null;
	if (!step || !row) return;
	event.preventDefault();
	row[step]?.querySelector<HTMLElement>("a")?.focus();
}

/** All sessions that match the filter, newest first. */
export function AllSessions({ filter }: { filter: SessionFilter }) {
	const can = useRights();
	const [atTop, setAtTop] = useState(true);
	const { sessions, error, hasMore, more } = useLiveSessions(filter, atTop);
	if (!sessions)
		return error ? (
			<ErrorNote error={error} />
		) : (
			<p className="soft small" role="status">
				Loading…
			</p>
		);
	if (sessions.length === 0)
		return (
			<Empty>
				{filterCount(filter) > 0 ? (
					<>
						No matching sessions. <Link href={PAGES.sessions}>Show all sessions.</Link>
					</>
				) : (
					<>
						No sessions yet.{" "}
						{(can.write || can.isUser) && <Link href={PAGES.playground}>Start one in the playground.</Link>}
					</>
				)}
			</Empty>
		);
	return (
		<>
			{error && <ErrorNote error={error} />}
			{/* biome-ignore lint/a11y/noStaticElementInteractions: handles only arrow keys, which its links do not use */}
			<div className="sessions-list" onKeyDown={moveFocus}>
				<SessionRowHead order={filter.order} />
				<VirtualList
					label="Sessions"
					count={sessions.length}
					rowHeight={56}
					keyOf={(index) => sessions[index]?.uid ?? index}
					onEnd={more}
					onAtTop={setAtTop}
				>
					{(index) => {
						const session = sessions[index];
						return session && <SessionRow session={session} order={filter.order} />;
					}}
				</VirtualList>
				<p className="sessions-count soft">
					{sessions.length.toLocaleString()}
					{hasMore ? " loaded, more below" : sessions.length === 1 ? " session" : " sessions"}
				</p>
			</div>
		</>
	);
}
