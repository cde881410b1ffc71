import type { Event, SessionRef } from "holdfast";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { sessionPath } from "../../paths.ts";
import { Clock } from "./clock.tsx";
import { RawJson } from "./raw-json.tsx";
import { speakerOf } from "./speaker.ts";

interface Props {
	event: Event;
	session: SessionRef;
	/** Who or what, at the start. */
	head: ReactNode;
	/** One line, without a box. */
	slim?: boolean;
	children?: ReactNode;
}

/** The parts that every row has: speaker, time, offset, the stored event. */
export function EventFrame({ event, session, head, slim = false, children }: Props) {
	return (
		<article
			className={`session-event ${speakerOf(event)}${slim ? " slim" : ""}`}
			aria-label={`Event ${event.offset}`}
		>
			<header>
				<span className="session-event-head">{head}</span>
				<span className="session-event-place">
					<Clock at={event.at} />
					<Link
						href={sessionPath(session, event.offset)}
						replace
						aria-label={`Event ${event.offset}: show the state`}
						title="Show the state at this event"
					>
						#{event.offset}
					</Link>
				</span>
			</header>
			{children !== undefined && <div className="session-event-body">{children}</div>}
			<RawJson event={event} />
		</article>
	);
}
