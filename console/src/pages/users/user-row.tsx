import type { User } from "holdfast";
import { Link } from "wouter";
import { Id } from "../../parts/text.tsx";
import { Ago } from "../../parts/time.tsx";
import { userPath } from "../../paths.ts";
import { counted } from "./counted.ts";

/** A user in a list. */
export function UserRow({ user }: { user: User }) {
	return (
		<div className="users-row">
			<Link href={userPath(user.userId)}>
				<bdi>{user.displayName ?? user.userId}</bdi>
			</Link>
			<span className="soft">
				<Id>{user.userId}</Id>
			</span>
			<span className="soft">{counted(Object.keys(user.variables).length, "variable")}</span>
			<span className="soft users-when">
				updated <Ago at={user.updatedAt} />
			</span>
		</div>
	);
}
