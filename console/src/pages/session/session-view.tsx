import { useQueryClient } from "@tanstack/react-query";
import type { Session } from "holdfast";
import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { useRights } from "../../connect/connection.tsx";
import type { EventLog } from "../../live/event-log.ts";
import { useEventLogSlowly } from "../../live/use-event-log.ts";
import { ErrorNote, Note } from "../../parts/note.tsx";
import { Page } from "../../parts/page.tsx";
import { useQueryValue } from "../../parts/query-state.ts";
import { Tabs } from "../../parts/tabs.tsx";
import { useMedia } from "../../parts/use-media.ts";
import { HumanPost } from "../session-acts/human-post.tsx";
import { SessionActions } from "../session-acts/session-actions.tsx";
import { AboutPanel } from "./about-panel.tsx";
import { Consolidations } from "./consolidations.tsx";
import { FactsPanel } from "./facts-panel.tsx";
import { SessionHead } from "./session-head.tsx";
import { SessionLog } from "./session-log.tsx";
import { SessionSlider } from "./session-slider.tsx";
import { SessionTimeline } from "./session-timeline.tsx";
import { StatePanel } from "./state-panel.tsx";
import type { Place } from "./use-log-scroll.ts";
import "./session.css";

/** Space for one column only; the same value as in session.css. */
const ONE_COLUMN = "(max-width: 62rem)";
/** The redraw interval of the parts around the log. The log itself redraws every frame. */
const DRAWS_EVERY_MS = 200;
/** The minimum time between two reads of the session while events arrive. */
const REREADS_EVERY_MS = 700;

/** Events may change the session: its mode, whether it has ended, its counts. */
function useFreshSession(log: EventLog, name: readonly unknown[]): void {
	const queries = useQueryClient();
	useEffect(() => {
		let timer: ReturnType<typeof setTimeout> | undefined;
		let head = log.head;
		const stop = log.subscribe(() => {
			if (log.head === head && log.status === "live") return;
			head = log.head;
			timer ??= setTimeout(() => {
				timer = undefined;
				void queries.invalidateQueries({ queryKey: name, exact: true });
			}, REREADS_EVERY_MS);
		});
		return () => {
			stop();
			clearTimeout(timer);
		};
	}, [log, queries, name]);
}

export function SessionView({
	session,
	log,
	name,
	isMissing,
}: {
	session: Session;
	log: EventLog;
	name: readonly unknown[];
	/** No session has this id any more. */
	isMissing: boolean;
}) {
	useEventLogSlowly(log, DRAWS_EVERY_MS);
	useFreshSession(log, name);
	const { isUser } = useRights();
	const isNarrow = useMedia(ONE_COLUMN);
	const [given, setGiven] = useQueryValue("at");
	const [tab = isNarrow ? "log" : isUser ? "about" : "state", setTab] = useQueryValue("tab");
	const [sight, setSight] = useState({ first: log.head, last: log.head });
	const jumper = useRef<((to: Place) => void) | undefined>(undefined);
	const { base, head, status } = log;
	const at = given !== undefined && /^\d{1,10}$/.test(given) ? Number(given) : undefined;
	const isThere = at !== undefined && at >= base && at < head;
	// No actions: they would fail, or affect another session with the same id.
	const isGone = status === "gone" || isMissing;

	const shown = useRef(at);
	useEffect(() => {
		if (shown.current === at) return;
		shown.current = at;
		jumper.current?.(at ?? "end");
	}, [at]);
	const pick = useCallback(
		(offset: number | undefined) => {
			// Also if it is selected already: the reader may have scrolled away.
			shown.current = offset;
			jumper.current?.(offset ?? "end");
			setGiven(offset === undefined ? undefined : String(offset));
		},
		[setGiven],
	);

	const tabs = [
		...(isNarrow ? [{ id: "log", name: "Log" }] : []),
		...(isUser ? [] : [{ id: "state", name: isThere ? `State at #${at}` : "State" }]),
		{ id: "about", name: isUser ? "About" : "Metadata" },
		{ id: "facts", name: "Facts" },
	];
	const chosen = tabs.some(({ id }) => id === tab) ? tab : (tabs[0]?.id ?? "about");
	const logView: ReactNode = (
		<>
			<SessionLog log={log} session={session} at={at} onSight={setSight} jumper={jumper} />
			{!isGone && <HumanPost session={session} />}
		</>
	);
	return (
		<Page
			fills
			title={session.title ?? session.sessionId}
			about={<SessionHead session={session} status={status} head={head} />}
			actions={!isGone && <SessionActions session={session} {...(isThere && { at })} />}
		>
			{status === "gone" && (
				<Note tone="warn">This session was deleted. The events loaded before are shown below.</Note>
			)}
			{isMissing && status !== "gone" && (
				<Note tone="warn">
					This session was deleted, or moved to another user or id. The events loaded before are shown below.
				</Note>
			)}
			{status === "error" && <ErrorNote error={log.error} />}
			{at !== undefined && !isThere && (
				<Note tone="warn">
					Event #{at} is not in the log{at < base ? ": events past retention were deleted" : ""}.
				</Note>
			)}
			{head > base && (
				<div className="session-time">
					<SessionTimeline
						log={log}
						session={session}
						sight={sight}
						at={isThere ? at : undefined}
						onPick={pick}
					/>
					<SessionSlider
						base={base}
						head={head}
						at={isThere ? at : undefined}
						onPick={pick}
						onStart={() => pick(base)}
					/>
				</div>
			)}
			<div className="session-columns">
				{!isNarrow && <div className="session-main">{logView}</div>}
				<div className="session-side">
					<Tabs label="Session details" tabs={tabs} chosen={chosen} onChoose={setTab}>
						<div className={chosen === "log" ? "session-main" : "session-panel"}>
							{chosen === "log" && logView}
							{chosen === "state" && <StatePanel session={session} log={log} at={isThere ? at : undefined} />}
							{chosen === "about" && <AboutPanel session={session} />}
							{chosen === "facts" && (
								<>
									<FactsPanel session={session} />
									{!isUser && <Consolidations session={session} />}
								</>
							)}
						</div>
					</Tabs>
				</div>
			</div>
		</Page>
	);
}
