import type { ErasureReceipt } from "holdfast";
import { useState } from "react";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { download, fileName } from "./download.ts";
import { Receipt } from "./receipt.tsx";
import { Id } from "./text.tsx";

interface Props {
	title: string;
	/** The id or title of the deleted thing. */
	name: string;
	/** What was deleted, as fields of the receipt file. */
	of: Readonly<Record<string, unknown>>;
	receipt: ErasureReceipt;
	onClose(): void;
}

/** The receipt of a deletion, to copy or download. */
export function ReceiptDialog({ title, name, of, receipt, onClose }: Props) {
	const [said, setSaid] = useState("");
	const text = JSON.stringify({ ...of, ...receipt }, undefined, 2);
	const copy = async (): Promise<void> => {
		try {
			// Browsers allow this only on localhost or over TLS.
			await navigator.clipboard.writeText(text);
			setSaid("Copied.");
		} catch {
			setSaid("The browser does not allow copying here. Download the receipt instead.");
		}
	};
	const keep = (): void =>
		download(fileName(`receipt-${name}`, "json"), new Blob([text], { type: "application/json" }));
	return (
		<Dialog title={title} onClose={onClose}>
			<p>
				<Id>{name}</Id>
			</p>
			<Receipt receipt={receipt} />
			<div className="dialog-actions">
				<span role="status" className="soft small grows">
					{said}
				</span>
				<Button onClick={copy}>Copy receipt</Button>
				<Button onClick={keep}>Download receipt</Button>
				<Button look="primary" onClick={onClose}>
					Close
				</Button>
			</div>
		</Dialog>
	);
}
