import type { KeyScope } from "../../access/index.ts";
import type { TenantId } from "../../event/index.ts";

/** What a key may do; each includes the one before. */
export { KEY_SCOPES as SCOPES, type KeyScope as Scope } from "../../access/index.ts";

/** Who is asking. Everything about it comes from the credential. */
export interface Caller {
	readonly tenant: TenantId;
	/** `root`: the key that the server was started with. `user`: a token of one user. */
	readonly scope: KeyScope | "root" | "user";
	/** Set for, and only for, the scope `user`. */
	readonly userId?: string;
	/** The server has no key, and answers to its own machine only. */
	readonly open?: true;
	/** Names the credential in logs and limits; holds nothing of its secret. */
	readonly credential: string;
}
