import { keepPreviousData, type UseQueryResult, useQuery } from "@tanstack/react-query";
import type { Page, Run, Span } from "holdfast";
import { useHf } from "../../connect/connection.tsx";
import { isOpen } from "./is-open.ts";

/** How often a run that is under way is looked at, in milliseconds; never while nobody looks. One that takes long changes seldom. */
const EVERY = 400;
const LATER = 2_000;
const SOON_LOOKS = 40;

/** By how often it was looked at already. */
const nextLook = ({ dataUpdateCount }: { dataUpdateCount: number }): number =>
	dataUpdateCount < SOON_LOOKS ? EVERY : LATER;

/** A run; as long as it is under way, as it stands now. */
export function useRun(id: string): UseQueryResult<Run> {
	const hf = useHf();
	return useQuery({
		queryKey: ["run", id],
		queryFn: () => hf.runs.get(id),
		refetchInterval: ({ state }) => (state.data && isOpen(state.data) ? nextLook(state) : false),
	});
}

/** The spans of a run and of those below it: again and again while it is under way, and once when it is over. */
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

/** The runs of the tree that a run belongs to. */
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
