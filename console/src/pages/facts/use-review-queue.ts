import { type UseInfiniteQueryResult, useInfiniteQuery } from "@tanstack/react-query";
import type { Fact } from "holdfast";
import { useRights } from "../../connect/connection.tsx";
import { useMemory } from "./use-memory.ts";

const PAGE = 50;

export interface Waiting {
	facts: readonly Fact[];
	hasMore: boolean;
}

/** Quarantined facts, newest first. */
export function useReviewQueue(agentId: string, userId?: string): UseInfiniteQueryResult<Waiting> {
	const can = useRights();
	const memory = useMemory(agentId, userId);
	return useInfiniteQuery({
		queryKey: ["facts", agentId, userId ?? null, "quarantined"],
		queryFn: ({ pageParam }) => memory.list({ status: "quarantined", limit: PAGE, cursor: pageParam }),
		initialPageParam: undefined as string | undefined,
		getNextPageParam: ({ next }) => next,
		select: ({ pages }) => ({
			facts: pages.flatMap(({ items }) => items),
			hasMore: pages.at(-1)?.next !== undefined,
		}),
		enabled: !can.isUser,
	});
}

/** The number of loaded facts, with "+" if there are more. */
export const waitingCount = ({ data }: Pick<UseInfiniteQueryResult<Waiting>, "data">): string =>
	data ? `${data.facts.length}${data.hasMore ? "+" : ""}` : "…";
