import type { SessionRef } from "holdfast";
import { memo, useEffect, useRef, useState } from "react";
import type { EventLog } from "../../live/event-log.ts";
import { useEventLog } from "../../live/use-event-log.ts";
import { Button } from "../../parts/button.tsx";
import { Empty } from "../../parts/note.tsx";
import { LogRow } from "./log-row.tsx";
import { Opened } from "./opened.ts";
import { type LogScroll, type Place, useLogScroll } from "./use-log-scroll.ts";

interface Props {
	log: EventLog;
	session: SessionRef;
	/** The selected event; it is marked. */
	at: number | undefined;
	/** Receives the visible range; `jumper` receives the function to jump. */
	onSight(sight: { first: number; last: number }): void;
	jumper: { current: ((to: Place) => void) | undefined };
}

/** The delay before a new visible range is reported: at the end it moves with every event. */
const TELLS_AFTER_MS = 60;
/** The interval at which screen readers get the number of new events. */
const SAYS_EVERY_MS = 4_000;

function NewEvents({ unseen, jump }: Pick<LogScroll, "unseen" | "jump">) {
	const [said, setSaid] = useState(0);
	const latest = useRef(unseen);
	latest.current = unseen;
	const some = unseen > 0;
	useEffect(() => {
		if (!some) return setSaid(0);
		setSaid(latest.current);
		const timer = setInterval(() => setSaid(latest.current), SAYS_EVERY_MS);
		return () => clearInterval(timer);
	}, [some]);
	return (
		<>
			<span role="status" className="hidden-text">
				{said > 0 ? `${said} new events` : ""}
			</span>
			{some && (
				<Button look="primary" className="session-new" onClick={() => jump("end")}>
					{unseen.toLocaleString()} new {unseen === 1 ? "event" : "events"} ↓
				</Button>
			)}
		</>
	);
}

const skip = (): void =>
	document.querySelector<HTMLElement>(".session-side [role=tab][aria-selected=true]")?.focus();

/** The log, as a list of any length. Only the visible rows are rendered. */
export const SessionLog = memo(function SessionLog({ log, session, at, onSight, jumper }: Props) {
	useEventLog(log);
	const scroller = useRef<HTMLElement>(null);
	const [opened] = useState(() => new Set<string>());
	const scroll = useLogScroll(log, scroller, at ?? "end");
	const { virtual, window, first, last, unseen, jump } = scroll;
	jumper.current = jump;
	useEffect(() => {
		const timer = setTimeout(() => onSight({ first, last }), TELLS_AFTER_MS);
		return () => clearTimeout(timer);
	}, [onSight, first, last]);
	return (
		<Opened.Provider value={opened}>
			<div className="session-log">
				{/* A long log would take too many presses of the Tab key. */}
				<Button className="skip-here" onClick={skip}>
					Skip the log
				</Button>
				{/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users scroll it with the arrow keys */}
				<section ref={scroller} className="virtual session-scroller" aria-label="Log" tabIndex={0}>
					{log.head === log.base && <Empty>No events yet. New events appear here.</Empty>}
					<ul style={{ height: virtual.getTotalSize() }}>
						{virtual.getVirtualItems().map(({ index, key, start }) => {
							const offset = window.start + index;
							return (
								<li
									key={key}
									ref={virtual.measureElement}
									data-index={index}
									hidden={log.get(offset) === null}
									aria-setsize={log.head - log.base}
									aria-posinset={offset - log.base + 1}
									{...(offset === at && { "aria-current": "true" as const })}
									className="virtual-row session-entry"
									style={{ transform: `translateY(${start}px)` }}
								>
									<LogRow log={log} offset={offset} session={session} />
								</li>
							);
						})}
					</ul>
				</section>
				<NewEvents unseen={unseen} jump={jump} />
			</div>
		</Opened.Provider>
	);
});
