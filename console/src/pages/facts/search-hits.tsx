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
	/** The memory is one of several agents: whose session a message is of has to be looked up. */
	isShared: boolean;
}

const METHODS = {
	hybrid: "by words and by meaning",
	keyword: "by words alone",
	vector: "by meaning alone",
} as const;

/** What fits a query best, each with what its score is made of. */
export function SearchHits({ agentId, userId, query, isShared }: Props) {
	const can = useRights();
	const memory = useMemory(agentId, userId);
	const settings = useSearchSettings();
	const { limit, threshold } = settings.asked;
	// Messages are not for a user's token to search.
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
								{hits.length.toLocaleString()} found {METHODS[method]} in {duration(latencyMs)}.
								{hits.length > 1 && " All bars have one scale."}
							</p>
							{hits.length === 0 ? (
								<Empty>
									Nothing fits.
									{threshold !== undefined && " A smaller least score finds more."}
								</Empty>
							) : (
								<ol className="hits" aria-label="Hits">
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
