import { useLocation } from "wouter";
import { useHistoryState } from "wouter/use-browser-location";
import { ReceiptDialog } from "../../parts/receipt-dialog.tsx";
import { PAGES } from "../../paths.ts";
import type { DeletedSession } from "../session-acts/deleted-session.ts";

/** The receipt of the session that was just deleted. Closing it removes it. */
export function DeletedReceipt() {
	const [, navigate] = useLocation();
	const deleted = useHistoryState<{ deleted?: DeletedSession } | null>()?.deleted;
	if (!deleted) return null;
	return (
		<ReceiptDialog
			title="Session deleted"
			name={deleted.ref.sessionId}
			of={{ session: deleted.ref }}
			receipt={deleted.receipt}
			onClose={() => navigate(PAGES.sessions, { replace: true, state: null })}
		/>
	);
}
