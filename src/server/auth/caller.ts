import type { TenantId } from "../../event/index.ts";

/** What a key may do; each includes the one before. */
export const SCOPES = ["read", "agent", "admin"] as const;
export type Scope = (typeof SCOPES)[number];

/** Who is asking. Everything about it comes from the credential. */
export interface Caller {
	readonly tenant: TenantId;
	/** `root`: the key that the server was started with. `user`: a token of one user. */
	readonly scope: Scope | "root" | "user";
	/** Set for, and only for, the scope `user`. */
	readonly userId?: string;
	/** Names the credential in logs and limits; holds nothing of its secret. */
	readonly credential: string;
}
