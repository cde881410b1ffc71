import { Link } from "wouter";
import { type SessionAddress, sessionPath } from "../../paths.ts";
import { useEvent } from "./use-event.ts";

interface Props {
	session: SessionAddress;
	offset: number;
	/** Say of which session it is. */
	named: boolean;
}

/** An event by what it says, cut to a few lines, as a link to its place in the log. */
export function EventLine({ session, offset, named }: Props) {
	const words = useEvent(session, offset);
	return (
		<span className="run-event">
			<Link href={sessionPath(session, offset)} className="mono">
				{named && <bdi>{session.sessionId} </bdi>}#{offset}
			</Link>{" "}
			{words?.who && <b className="small">{words.who} </b>}
			<span dir="auto" className={words ? "said" : "soft"}>
				{words === undefined ? "…" : words === null ? "(gone, or elsewhere)" : words.text}
			</span>
		</span>
	);
}
