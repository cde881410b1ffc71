import type { ErasureReceipt } from "holdfast";
import type { SessionAddress } from "../../paths.ts";

/** The session that was just deleted. The history state passes it to the page of all sessions. */
export interface DeletedSession {
	ref: SessionAddress;
	receipt: ErasureReceipt;
}
