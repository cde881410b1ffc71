import { useState } from "react";
import { Button } from "../../parts/button.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { download, fileName } from "../../parts/download.ts";
import { Receipt } from "../../parts/receipt.tsx";
import { Id } from "../../parts/text.tsx";
import type { DeletedSession } from "./deleted-session.ts";

/** What was removed, to keep as a proof. */
export function ReceiptDialog({ deleted, onClose }: { deleted: DeletedSession; onClose(): void }) {
	const { ref, receipt } = deleted;
	const [said, setSaid] = useState("");
	const text = JSON.stringify({ session: ref, ...receipt }, undefined, 2);
	const copy = async (): Promise<void> => {
		try {
			// Browsers give it to pages of this machine or over TLS only.
			await navigator.clipboard.writeText(text);
			setSaid("Copied.");
		} catch {
			setSaid("This browser does not let the page copy: download it.");
		}
	};
	return (
		<Dialog title="Session deleted" onClose={onClose}>
			<p>
				<Id>{ref.sessionId}</Id>
			</p>
			<Receipt receipt={receipt} />
			<div className="dialog-actions">
				<span role="status" className="soft small grows">
					{said}
				</span>
				<Button onClick={copy}>Copy receipt</Button>
				<Button
					onClick={() =>
						download(
							fileName(`receipt-${ref.sessionId}`, "json"),
							new Blob([text], { type: "application/json" }),
						)
					}
				>
					Download receipt
				</Button>
				<Button look="primary" onClick={onClose}>
					Close
				</Button>
			</div>
		</Dialog>
	);
}
