import type { KeyScope } from "../../access/index.ts";
import type { TenantId } from "../../event/index.ts";

/** What a key may do; each scope includes the one before it. */
export { KEY_SCOPES as SCOPES, type KeyScope as Scope } from "../../access/index.ts";

/** The caller. All of it comes from the credential. */
export interface Caller {
	readonly tenant: TenantId;
	/** `root`: the key that the server was started with. `user`: a token of one user. */
	readonly scope: KeyScope | "root" | "user";
	/** Set for the scope `user` only. */
	readonly userId?: string;
	/** The server has no keys and answers only requests from its own machine. */
	readonly open?: true;
	/** Identifies the credential in logs and limits. Contains nothing of its secret. */
	readonly credential: string;
}
