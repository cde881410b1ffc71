import { useInfiniteQuery } from "@tanstack/react-query";
import { useCallback } from "react";
import { useRights } from "../../connect/connection.tsx";
import { Empty, ErrorNote } from "../../parts/note.tsx";
import { VirtualList } from "../../parts/virtual-list.tsx";
import { FactFilters, useFactFilters } from "./fact-filters.tsx";
import { FactRow } from "./fact-row.tsx";
import { useMemory } from "./use-memory.ts";

const PAGE = 100;

/** All facts that match the filters, newest first. */
export function FactList({ agentId, userId }: { agentId: string; userId?: string }) {
	const can = useRights();
	const memory = useMemory(agentId, userId);
	const filters = useFactFilters();
	const { asked } = filters;
	const facts = useInfiniteQuery({
		queryKey: ["facts", agentId, userId ?? null, "list", asked],
		queryFn: ({ pageParam }) => memory.list({ ...asked, limit: PAGE, cursor: pageParam }),
		initialPageParam: undefined as string | undefined,
		getNextPageParam: ({ next }) => next,
		// Start again with one page when the user comes back.
		gcTime: 0,
	});
	const items = facts.data?.pages.flatMap((page) => page.items) ?? [];
	const { hasNextPage, isFetching, fetchNextPage } = facts;
	const more = useCallback(() => {
		if (hasNextPage && !isFetching) void fetchNextPage();
	}, [hasNextPage, isFetching, fetchNextPage]);
	return (
		<>
			<FactFilters {...filters} />
			{facts.error && <ErrorNote error={facts.error} />}
			{facts.data && items.length === 0 && (
				<Empty>
					{asked.status === "active" && asked.pinned === undefined && asked.scope === undefined
						? `No facts yet. They are extracted when a session ends or stays idle.${can.write ? " You can also add one here." : ""}`
						: "No matching facts."}
				</Empty>
			)}
			{items.length > 0 && (
				<>
					<div className="fact-row fact-head" aria-hidden="true">
						<span>Fact</span>
						<span>Owner</span>
						<span>Origin</span>
						<span>Importance</span>
						<span>Confidence</span>
						<span>Created</span>
					</div>
					<VirtualList
						label={`Facts, ${items.length.toLocaleString()}${hasNextPage ? " and more" : ""}`}
						count={items.length}
						rowHeight={58}
						keyOf={(index) => items[index]?.id ?? index}
						onEnd={more}
					>
						{(index) => {
							const fact = items[index];
							return fact && <FactRow fact={fact} agentId={agentId} />;
						}}
					</VirtualList>
				</>
			)}
			{facts.isPending && (
				<p className="soft small" role="status">
					Loading…
				</p>
			)}
		</>
	);
}
