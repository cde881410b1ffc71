import { HoldfastError } from "../../error/index.ts";
import type { Operation } from "../operation.ts";
import type { Caller } from "./caller.ts";

const RANK: Readonly<Record<string, number>> = { read: 0, agent: 1, admin: 2, root: 3 };

/** Rejects operations that the caller's credential does not allow. */
export function checkAccess({ id, access, user }: Operation, { scope }: Caller): void {
	if (scope === "user") {
		if (user) return;
		throw new HoldfastError("forbidden", `the token of a user may not call ${id}`);
	}
	if ((RANK[scope] ?? -1) >= (RANK[access] ?? 9)) return;
	const needed = access === "root" ? "the server's own key" : `a key of scope ${access}`;
	throw new HoldfastError("forbidden", `${id} needs ${needed}; this one has scope ${scope}`, {
		scope,
		access,
	});
}
