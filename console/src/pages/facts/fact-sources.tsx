import { useQuery } from "@tanstack/react-query";
import type { Fact } from "holdfast";
import { useState } from "react";
import { useRights } from "../../connect/connection.tsx";
import { Badge } from "../../parts/badge.tsx";
import { Button } from "../../parts/button.tsx";
import { Card } from "../../parts/card.tsx";
import { Said } from "../../parts/text.tsx";
import { originOf } from "./owner.tsx";
import { SourceQuote } from "./source-quote.tsx";
import { useMemory } from "./use-memory.ts";

/** The number of sources to show at a time: a fact that is repeated often has many. */
const STEP = 10;

/** The sources of a fact, quoted, and the extractor. */
export function FactSources({ fact }: { fact: Fact }) {
	const [shown, setShown] = useState(STEP);
	const { sources, origin, extractor, source, agentId, id } = fact;
	const can = useRights();
	const memory = useMemory(agentId);
	const wasReworded = useQuery({
		queryKey: ["fact", agentId, id, "history"],
		queryFn: () => memory.history(id),
		enabled: !can.isUser,
		select: (entries) => entries.some(({ change, content }) => change === "updated" && content !== undefined),
	});
	return (
		<Card title="Sources" aside={<Badge>{originOf(fact)}</Badge>}>
			{origin === "written" && sources.length === 0 && (
				<p className="small">
					Written by a caller, without a source event.
					{source !== undefined && (
						<>
							{" "}
							Given source: <Said>{source}</Said>
						</>
					)}
				</p>
			)}
			{origin === "extracted" && sources.length === 0 && (
				<p className="small">No sources left: the session was deleted.</p>
			)}
			{sources.slice(0, shown).map((one) => (
				<SourceQuote
					key={`${one.agentId} ${one.userId} ${one.sessionId} ${one.offset}`}
					source={one}
					tellsTrust={fact.status === "quarantined"}
				/>
			))}
			{extractor !== undefined && (
				<p className="soft small">
					Extracted by <bdi className="mono">{extractor}</bdi>.
				</p>
			)}
			{wasReworded.data && (
				<p className="small">Edited since: the wording is no longer that of the source.</p>
			)}
			{sources.length > shown && (
				<Button onClick={() => setShown(shown + STEP)}>
					Show more ({(sources.length - shown).toLocaleString()})
				</Button>
			)}
		</Card>
	);
}
