import { Link } from "wouter";
import { type SessionAddress, sessionPath } from "../../paths.ts";
import { useEvent } from "./use-event.ts";

interface Props {
	session: SessionAddress;
	offset: number;
	/** Show the id of its session. */
	named: boolean;
}

/** The text of an event, cut to a few lines, with a link to the event. */
export function EventLine({ session, offset, named }: Props) {
	const words = useEvent(session, offset);
	return (
		<span className="run-event">
			<Link href={sessionPath(session, offset)} className="mono">
				{named && <bdi>{session.sessionId} </bdi>}#{offset}
			</Link>{" "}
			{words?.who && <b className="small">{words.who} </b>}
			<span dir="auto" className={words ? "said" : "soft"}>
				{words === undefined ? "…" : words === null ? "(deleted or not accessible)" : words.text}
			</span>
		</span>
	);
}
