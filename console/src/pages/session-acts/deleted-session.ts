import type { ErasureReceipt } from "holdfast";
import type { SessionAddress } from "../../paths.ts";

/** A session that was deleted just now, as it is handed to the page of all sessions in the state of the address. */
export interface DeletedSession {
	ref: SessionAddress;
	receipt: ErasureReceipt;
}
