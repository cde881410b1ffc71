import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { SearchKind } from "holdfast";
import { useRights } from "../../connect/connection.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { Empty } from "../../parts/note.tsx";
import { scaleOf } from "../../parts/score-scale.ts";
import { duration } from "../../parts/time.tsx";
import { HitRow } from "./hit-row.tsx";
import { SearchSettings, useSearchSettings } from "./search-settings.tsx";
import { useMemory } from "./use-memory.ts";

interface Props {
	agentId: string;
	userId?: string;
	query: string;
	/** The memory is a shared space: the agent of a message has to be looked up. */
	isShared: boolean;
}

const METHODS = {
	hybrid: "by keywords and meaning",
	keyword: "by keywords only",
	vector: "by meaning only",
} as const;

/** The best matches of a search, each with the parts of its score. */
export function SearchHits({ agentId, userId, query, isShared }: Props) {
	const can = useRights();
	const memory = useMemory(agentId, userId);
	const settings = useSearchSettings();
	const { limit, threshold } = settings.asked;
	// A user's token cannot search messages.
	const include: SearchKind[] = can.isUser ? ["facts"] : settings.asked.include;
	const asked = { limit, include, ...(threshold !== undefined && { threshold }) };
	const found = useQuery({
		queryKey: ["facts", agentId, userId ?? null, "search", query, asked],
		queryFn: ({ signal }) => memory.search(query, { ...asked, signal }),
		placeholderData: keepPreviousData,
	});
	return (
		<>
			<SearchSettings {...settings} />
			<Loaded query={found}>
				{({ hits, method, latencyMs }) => {
					const scale = scaleOf(hits.map(({ parts }) => parts));
					return (
						<>
							<p className="soft small" role="status">
								{hits.length.toLocaleString()} {hits.length === 1 ? "result" : "results"} {METHODS[method]} in{" "}
								{duration(latencyMs)}.{hits.length > 1 && " All bars have the same scale."}
							</p>
							{hits.length === 0 ? (
								<Empty>
									No matches.
									{threshold !== undefined && " Lower the minimum score to see more."}
								</Empty>
							) : (
								<ol className="hits" aria-label="Results">
									{hits.map((hit) => (
										<li key={`${hit.kind} ${hit.id}`}>
											<HitRow hit={hit} agentId={agentId} scale={scale} isShared={isShared} />
										</li>
									))}
								</ol>
							)}
						</>
					);
				}}
			</Loaded>
		</>
	);
}
