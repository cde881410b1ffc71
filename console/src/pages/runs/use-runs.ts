import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import type { Run, RunListOptions } from "holdfast";
import { useCallback, useEffect, useMemo } from "react";
import { useHf } from "../../connect/connection.tsx";
import { isOpen } from "./is-open.ts";

export type RunFilter = Pick<RunListOptions, "agentId" | "userId" | "sessionId" | "status">;

const PAGE = 50;
/** The refresh interval of the newest runs, in milliseconds. */
const EVERY = 2_000;
/** The interval of older pages, while one of their runs is active. */
const EVERY_OLDER = 10_000;

interface Runs {
	runs: readonly Run[];
	error: unknown;
	isLoading: boolean;
	/** Loads the next page, if there is one. */
	more(): void;
}

/** The runs that match a filter, newest first. The newest are live; older pages load on scroll. */
export function useRuns(filter: RunFilter): Runs {
	const hf = useHf();
	const newest = useQuery({
		queryKey: ["runs", "newest", filter],
		queryFn: () => hf.runs.list({ ...filter, limit: PAGE }),
		refetchInterval: EVERY,
	});
	const older = useInfiniteQuery({
		queryKey: ["runs", "pages", filter],
		queryFn: ({ pageParam }) => hf.runs.list({ ...filter, limit: PAGE, cursor: pageParam }),
		initialPageParam: undefined as string | undefined,
		getNextPageParam: (page) => page.next,
		// Start again with one page when the user comes back.
		gcTime: 0,
		refetchInterval: ({ state }) =>
			state.data?.pages.slice(1).some(({ items }) => items.some(isOpen)) ? EVERY_OLDER : false,
	});
	const { data, hasNextPage, isFetchingNextPage, isFetching, fetchNextPage, refetch } = older;
	const pages = data?.pages;
	// So many runs started since the pages were read that some may be missing between them and the newest.
	const gap = useMemo(() => {
		const known = new Set(pages?.[0]?.items.map(({ id }) => id));
		const items = newest.data?.items ?? [];
		return known.size > 0 && items.length === PAGE && !items.some(({ id }) => known.has(id));
	}, [newest.data, pages]);
	useEffect(() => {
		if (gap && !isFetching) void refetch();
	}, [gap, isFetching, refetch]);
	const runs = useMemo(() => {
		const byId = new Map<string, Run>();
		for (const run of pages?.flatMap(({ items }) => items) ?? []) byId.set(run.id, run);
		for (const run of newest.data?.items ?? []) byId.set(run.id, run);
		const later = (a: string, b: string): number => (a < b ? 1 : a > b ? -1 : 0);
		return [...byId.values()].sort((a, b) => later(a.createdAt, b.createdAt) || later(a.id, b.id));
	}, [pages, newest.data]);
	const more = useCallback(() => {
		if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
	}, [hasNextPage, isFetchingNextPage, fetchNextPage]);
	return {
		runs,
		error: newest.error ?? older.error ?? undefined,
		isLoading: newest.isPending && older.isPending,
		more,
	};
}
