import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Session } from "holdfast";
import { useCallback, useMemo } from "react";
import { useHf } from "../../connect/connection.tsx";
import { mergeHead, type SessionPage, type SessionPages, sessionsOf } from "./merge-head.ts";
import type { SessionFilter } from "./use-session-filter.ts";

const PAGE = 200;
/** The number of newest sessions to refetch. */
const HEAD = 50;
/** The refetch interval of the first page, in milliseconds. Hidden tabs do not refetch. */
const EVERY = 3_000;

export interface LiveSessions {
	/** undefined until the first page is loaded. */
	sessions: Session[] | undefined;
	error: Error | null;
	/** There are more pages to load. */
	hasMore: boolean;
	more(): void;
}

/** Sessions, loaded page by page on scroll. While `watched`, new and changed sessions appear at the top. */
export function useLiveSessions(filter: SessionFilter, watched: boolean): LiveSessions {
	const hf = useHf();
	const queries = useQueryClient();
	const key = useMemo(() => ["sessions", "all", filter], [filter]);
	const { data, error, hasNextPage, isFetching, fetchNextPage } = useInfiniteQuery({
		queryKey: key,
		queryFn: ({ pageParam }): Promise<SessionPage> =>
			hf.sessions.list({ ...filter, limit: PAGE, ...(pageParam !== undefined && { cursor: pageParam }) }),
		initialPageParam: undefined as string | undefined,
		getNextPageParam: ({ next }) => next,
		// Only the first page is refetched. Refetching the whole list would send a request for each page.
		staleTime: Number.POSITIVE_INFINITY,
		gcTime: 0,
		refetchOnWindowFocus: false,
	});
	useQuery({
		queryKey: ["sessions", "newest", filter],
		queryFn: async () => {
			const head = await hf.sessions.list({ ...filter, limit: HEAD });
			queries.setQueryData<SessionPages>(key, (known) => known && mergeHead(known, head, filter.order));
			return head.items.length;
		},
		enabled: watched && data !== undefined,
		refetchInterval: EVERY,
		staleTime: EVERY,
		gcTime: 0,
	});
	const sessions = useMemo(() => (data ? sessionsOf(data) : undefined), [data]);
	const more = useCallback(() => {
		if (hasNextPage && !isFetching) void fetchNextPage();
	}, [hasNextPage, isFetching, fetchNextPage]);
	return { sessions, error, hasMore: hasNextPage, more };
}
