import { useQuery } from "@tanstack/react-query";
import { useHf } from "../../connect/connection.tsx";
import { ErrorNote } from "../../parts/note.tsx";
import { Said } from "../../parts/text.tsx";
import { Moment } from "../../parts/time.tsx";
import { eventSpeaker, eventWords, whyUntrusted } from "./event-words.ts";
import { type Source, SourceLink } from "./source-link.tsx";

interface Props {
	source: Source;
	/** Shows why the source is untrusted. */
	tellsTrust?: boolean;
}

/** The maximum length of a quote. The session shows the whole text. */
const MOST = 600;

/** A quote of a source event, with a link to it. */
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
						Not available: the event may be past its retention, or not visible to users.
					</span>
				) : event.erased ? (
					<span className="soft">Erased.</span>
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
