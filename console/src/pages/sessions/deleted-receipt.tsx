import { useLocation } from "wouter";
import { useHistoryState } from "wouter/use-browser-location";
import { PAGES } from "../../paths.ts";
import type { DeletedSession } from "../session-acts/deleted-session.ts";
import { ReceiptDialog } from "../session-acts/receipt-dialog.tsx";

/** The receipt of a session that was deleted just now; it is gone when it was closed. */
export function DeletedReceipt() {
	const [, navigate] = useLocation();
	const deleted = useHistoryState<{ deleted?: DeletedSession } | null>()?.deleted;
	if (!deleted) return null;
	return (
		<ReceiptDialog
			deleted={deleted}
			onClose={() => navigate(PAGES.sessions, { replace: true, state: null })}
		/>
	);
}
