import type { ErasureReceipt } from "holdfast";
import { useState } from "react";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { download, fileName } from "./download.ts";
import { Receipt } from "./receipt.tsx";
import { Id } from "./text.tsx";

interface Props {
	title: string;
	/** What it was called. */
	name: string;
	/** What was removed, as it stands in the copy. */
	of: Readonly<Record<string, unknown>>;
	receipt: ErasureReceipt;
	onClose(): void;
}

/** What was removed, to keep as a proof. */
export function ReceiptDialog({ title, name, of, receipt, onClose }: Props) {
	const [said, setSaid] = useState("");
	const text = JSON.stringify({ ...of, ...receipt }, undefined, 2);
	const copy = async (): Promise<void> => {
		try {
			// Browsers give it to pages of this machine or over TLS only.
			await navigator.clipboard.writeText(text);
			setSaid("Copied.");
		} catch {
			setSaid("This browser does not let the page copy: download it.");
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
