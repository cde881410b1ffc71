import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Session } from "holdfast";
import { useCallback, useMemo } from "react";
import { useHf } from "../../connect/connection.tsx";
import { mergeHead, type SessionPage, type SessionPages, sessionsOf } from "./merge-head.ts";
import type { SessionFilter } from "./use-session-filter.ts";

const PAGE = 200;
/** How many of the newest are asked for again. */
const HEAD = 50;
/** How often the first page is asked for again, in milliseconds; never while nobody looks. */
const EVERY = 3_000;

export interface LiveSessions {
	/** Undefined until the first have come. */
	sessions: Session[] | undefined;
	error: Error | null;
	/** There are more, below. */
	hasMore: boolean;
	more(): void;
}

/** Sessions, page by page as they are scrolled to; new and changed ones come in at the top while that is `watched`. */
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
		// What is known is kept up to date from its top. Asked for again as a whole it would be a request for each page.
		...{ staleTime: Number.POSITIVE_INFINITY, gcTime: 0, refetchOnWindowFocus: false },
	});
	useQuery({
		queryKey: ["sessions", "newest", filter],
		queryFn: async () => {
			const head = await hf.sessions.list({ ...filter, limit: HEAD });
			queries.setQueryData<SessionPages>(key, (known) => known && mergeHead(known, head, filter.order));
			return head.items.length;
		},
		enabled: watched && data !== undefined,
		...{ refetchInterval: EVERY, staleTime: EVERY, gcTime: 0 },
	});
	const sessions = useMemo(() => (data ? sessionsOf(data) : undefined), [data]);
	const more = useCallback(() => {
		if (hasNextPage && !isFetching) void fetchNextPage();
	}, [hasNextPage, isFetching, fetchNextPage]);
	return { sessions, error, hasMore: hasNextPage, more };
}
