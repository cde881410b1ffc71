import type { User } from "holdfast";
import { VirtualList } from "../../parts/virtual-list.tsx";
import { UserRow } from "./user-row.tsx";

export function UserList({ users, onEnd }: { users: readonly User[]; onEnd?: () => void }) {
	return (
		<div className="users-list card">
			<VirtualList
				label="Users"
				count={users.length}
				rowHeight={45}
				keyOf={(index) => users[index]?.userId ?? index}
				{...(onEnd && { onEnd })}
			>
				{(index) => {
					const user = users[index];
					return user ? <UserRow user={user} /> : null;
				}}
			</VirtualList>
		</div>
	);
}
