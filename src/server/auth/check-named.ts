import { HoldfastError } from "../../error/index.ts";
import type { Caller } from "./caller.ts";

/*
 * Who names a tenant or a user beside a credential of another one is refused. Both are compared with the credential and
 * never looked up: whether such a tenant or user exists cannot be told from the answer.
 */

/** Refuses a tenant, in a header or in the address, that is not the credential's. The server's own key may name any. */
export function checkNamedTenant({ scope, tenant }: Caller, named: unknown): void {
	if (named === undefined || scope === "root" || named === tenant) return;
	throw new HoldfastError(
		"forbidden",
		"the tenant that was named is not that of the credential; name none, or use a credential of that tenant",
	);
}

/** Refuses a user, in the address or as the one that a call is for, that is not the token's. Keys may name any. */
export function checkNamedUser({ scope, userId }: Caller, named: unknown): void {
	if (named === undefined || scope !== "user" || named === userId) return;
	throw new HoldfastError(
		"forbidden",
		"the user that was named is not that of the token; name none, or use a token of that user",
	);
}
