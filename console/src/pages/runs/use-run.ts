import { keepPreviousData, type UseQueryResult, useQuery } from "@tanstack/react-query";
import type { Page, Run, Span } from "holdfast";
import { useHf } from "../../connect/connection.tsx";
import { isOpen } from "./is-open.ts";

/** The poll intervals of an active run, in milliseconds. A long run changes less often. Hidden tabs do not poll. */
const EVERY = 400;
const LATER = 2_000;
const SOON_LOOKS = 40;

/** The next interval, by the number of polls so far. */
const nextLook = ({ dataUpdateCount }: { dataUpdateCount: number }): number =>
	dataUpdateCount < SOON_LOOKS ? EVERY : LATER;

/** A run; polled while it is active. */
export function useRun(id: string): UseQueryResult<Run> {
	const hf = useHf();
	return useQuery({
		queryKey: ["run", id],
		queryFn: () => hf.runs.get(id),
		refetchInterval: ({ state }) => (state.data && isOpen(state.data) ? nextLook(state) : false),
	});
}

/** The spans of a run and its child runs: polled while the run is active, and read once when it has ended. */
export function useTrace(
	id: string,
	open: boolean,
	{ enabled = true }: { enabled?: boolean } = {},
): UseQueryResult<Span[]> {
	const hf = useHf();
	return useQuery({
		queryKey: ["trace", id, open ? "live" : "whole"],
		queryFn: () => hf.runs.trace(id),
		enabled,
		refetchInterval: ({ state }) => open && nextLook(state),
		placeholderData: keepPreviousData,
	});
}

/** All runs of the tree that a run belongs to. */
export function useFamily(
	{ id, rootRunId }: Pick<Run, "id" | "rootRunId">,
	open: boolean,
): UseQueryResult<Page<Run>> {
	const hf = useHf();
	return useQuery({
		queryKey: ["run", id, "family", open ? "live" : "whole"],
		queryFn: () => hf.runs.list({ rootRunId, limit: 100 }),
		refetchInterval: open && 5 * EVERY,
		placeholderData: keepPreviousData,
	});
}
