import { HoldfastError } from "../../error/index.ts";
import type { Caller } from "./caller.ts";

/*
 * Rejects a request that names another tenant or user than its credential. The names are only compared and never
 * looked up, so the response does not reveal whether they exist.
 */

/** Rejects a tenant, in a header or the URL, other than that of the credential. The server's own key may name any. */
export function checkNamedTenant({ scope, tenant }: Caller, named: unknown): void {
	if (named === undefined || scope === "root" || named === tenant) return;
	throw new HoldfastError(
		"forbidden",
		"the request names another tenant than that of the credential; omit it, or use a credential of that tenant",
	);
}

/** Rejects a user, in the URL or as the target of a call, other than that of the token. Keys may name any. */
export function checkNamedUser({ scope, userId }: Caller, named: unknown): void {
	if (named === undefined || scope !== "user" || named === userId) return;
	throw new HoldfastError(
		"forbidden",
		"the request names another user than that of the token; omit it, or use a token of that user",
	);
}
