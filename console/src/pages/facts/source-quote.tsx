import { useQuery } from "@tanstack/react-query";
import { useHf } from "../../connect/connection.tsx";
import { ErrorNote } from "../../parts/note.tsx";
import { Said } from "../../parts/text.tsx";
import { Moment } from "../../parts/time.tsx";
import { eventSpeaker, eventWords, whyUntrusted } from "./event-words.ts";
import { type Source, SourceLink } from "./source-link.tsx";

interface Props {
	source: Source;
	/** Says why it was not taken at its word. */
	tellsTrust?: boolean;
}

/** As much of an event is quoted; the rest is in the session. */
const MOST = 600;

/** What was said that a fact comes from, with the way to where it was said. */
export function SourceQuote({ source, tellsTrust = false }: Props) {
	const hf = useHf();
	const { agentId, userId, sessionId, offset } = source;
	const said = useQuery({
		queryKey: ["session", agentId, userId ?? null, sessionId, "event", offset],
		queryFn: async () => {
			const handle = hf.session({ agentId, sessionId, ...(userId !== undefined && { userId }) });
			const [event] = await handle.events({ after: offset - 1, before: offset + 1, limit: 1 });
			return event ?? null;
		},
		staleTime: 30_000,
	});
	const event = said.data;
	const words = event ? eventWords(event) : "";
	return (
		<figure className="source">
			{tellsTrust && event && !event.erased && <p className="small">{whyUntrusted(event)}</p>}
			<blockquote>
				{said.isPending ? (
					<span className="soft">Loading…</span>
				) : said.error ? (
					<ErrorNote error={said.error} />
				) : !event ? (
					<span className="soft">
						It is not there to be read: it may be older than retention allows, or not be shown to users.
					</span>
				) : event.erased ? (
					<span className="soft">It was erased.</span>
				) : (
					<Said>{words.length > MOST ? `${words.slice(0, MOST)}…` : words}</Said>
				)}
			</blockquote>
			<figcaption className="row small soft">
				{event && <bdi>{eventSpeaker(event)}</bdi>}
				<span>
					in{" "}
					<SourceLink source={source}>
						<bdi>{sessionId}</bdi>, event {offset}
					</SourceLink>
				</span>
				{event && <Moment at={event.at} />}
			</figcaption>
		</figure>
	);
}
