import { useQueryClient } from "@tanstack/react-query";
import type { ErasureReceipt } from "holdfast";
import { useState } from "react";
import { useLocation } from "wouter";
import { useHf } from "../../connect/connection.tsx";
import { Button } from "../../parts/button.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { ErrorNote } from "../../parts/note.tsx";
import { ReceiptDialog } from "../../parts/receipt-dialog.tsx";
import { PAGES } from "../../paths.ts";

/** Erases a user with everything, once somebody has said so twice; then shows the receipt. */
export function DeleteUser({ id, onClose }: { id: string; onClose(): void }) {
	const hf = useHf();
	const queries = useQueryClient();
	const [, navigate] = useLocation();
	const [sure, setSure] = useState(false);
	const [busy, setBusy] = useState(false);
	const [error, setError] = useState<unknown>();
	const [receipt, setReceipt] = useState<ErasureReceipt>();
	const erase = async (): Promise<void> => {
		setBusy(true);
		setError(undefined);
		try {
			setReceipt(await hf.users.delete(id));
			await queries.invalidateQueries();
		} catch (failure) {
			setError(failure);
			setBusy(false);
		}
	};
	if (receipt)
		return (
			<ReceiptDialog
				key="receipt"
				title="User deleted"
				name={id}
				of={{ userId: id }}
				receipt={receipt}
				onClose={() => navigate(PAGES.users)}
			/>
		);
	return (
		<Dialog title="Delete the user with everything?" onClose={onClose}>
			<p>
				The record, all sessions with their messages and runs, state and facts of{" "}
				<bdi className="mono">{id}</bdi> are erased, with every agent.
			</p>
			<label className="row user-sure">
				<input type="checkbox" checked={sure} onChange={(event) => setSure(event.target.checked)} />
				<span className="grows">Yes, erase everything of this user. It cannot be undone.</span>
			</label>
			{error !== undefined && <ErrorNote error={error} />}
			<div className="dialog-actions">
				<Button onClick={onClose}>Cancel</Button>
				<Button look="danger" disabled={!sure || busy} onClick={erase}>
					{busy ? "Deleting…" : "Delete user"}
				</Button>
			</div>
		</Dialog>
	);
}
