import { useQuery } from "@tanstack/react-query";
import type { User } from "holdfast";
import { Link } from "wouter";
import { useHf } from "../../connect/connection.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { Empty } from "../../parts/note.tsx";
import { userPath } from "../../paths.ts";
import { findByMetadata, findUser } from "./find-users.ts";
import { UserList } from "./user-list.tsx";

/** The users that match the id and the metadata entry, if both are given. */
export function FoundUsers({ id, entry }: { id: string | undefined; entry: string | undefined }) {
	const hf = useHf();
	const found = useQuery({
		queryKey: ["users", "found", id, entry],
		queryFn: async (): Promise<User[]> => {
			if (entry !== undefined) {
				const users = await findByMetadata(hf, entry);
				return users.filter(({ userId }) => id === undefined || userId === id);
			}
			const user = id === undefined ? null : await findUser(hf, id);
			return user ? [user] : [];
		},
	});
	return (
		<Loaded query={found}>
			{(users) => {
				if (users.length > 0) return <UserList users={users} />;
				if (id === undefined) return <Empty>No users with this metadata.</Empty>;
				return (
					<Empty>
						<p>
							No record of <bdi>{id}</bdi>.{" "}
							<Link href={userPath(id)}>Show sessions and facts of this id.</Link>
						</p>
					</Empty>
				);
			}}
		</Loaded>
	);
}
