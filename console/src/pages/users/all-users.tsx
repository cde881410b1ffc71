import { useInfiniteQuery } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { useHf } from "../../connect/connection.tsx";
import { Empty, ErrorNote } from "../../parts/note.tsx";
import { UserList } from "./user-list.tsx";
import { WithoutRecord } from "./without-record.tsx";

const PAGE = 100;

/** All users with a record, by id. */
export function AllUsers() {
	const hf = useHf();
	const { data, error, hasNextPage, isFetching, fetchNextPage } = useInfiniteQuery({
		queryKey: ["users", "all"],
		queryFn: ({ pageParam }) =>
			hf.users.list({ limit: PAGE, ...(pageParam !== undefined && { cursor: pageParam }) }),
		initialPageParam: undefined as string | undefined,
		getNextPageParam: ({ next }) => next,
		// Start again with one page when the user comes back.
		gcTime: 0,
	});
	const users = useMemo(() => data?.pages.flatMap(({ items }) => items) ?? [], [data]);
	const more = useCallback(() => {
		if (hasNextPage && !isFetching) void fetchNextPage();
	}, [hasNextPage, isFetching, fetchNextPage]);
	if (!data) return error ? <ErrorNote error={error} /> : <p className="soft small">Loading…</p>;
	return (
		<>
			{error && <ErrorNote error={error} />}
			{/* Only with all records loaded is it known who has none. */}
			{!hasNextPage && <WithoutRecord known={users} />}
			{users.length === 0 ? (
				<Empty>No users with a record yet. To find a user who only has sessions, enter the id above.</Empty>
			) : (
				<UserList users={users} onEnd={more} />
			)}
		</>
	);
}
