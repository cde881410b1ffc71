import { useQueryClient } from "@tanstack/react-query";
import type { ErasureReceipt } from "holdfast";
import { useState } from "react";
import { useLocation } from "wouter";
import { useHf } from "../../connect/connection.tsx";
import { FormDialog } from "../../parts/form-dialog.tsx";
import { ReceiptDialog } from "../../parts/receipt-dialog.tsx";
import { PAGES } from "../../paths.ts";

/** Deletes a user and all their data after a confirmation; then shows the receipt. */
export function DeleteUser({ id, onClose }: { id: string; onClose(): void }) {
	const hf = useHf();
	const queries = useQueryClient();
	const [, navigate] = useLocation();
	const [sure, setSure] = useState(false);
	const [receipt, setReceipt] = useState<ErasureReceipt>();
	const erase = async (): Promise<void> => {
		setReceipt(await hf.users.delete(id));
		await queries.invalidateQueries();
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
		<FormDialog
			title="Delete this user and all their data?"
			deed="Delete user"
			act={erase}
			onClose={onClose}
			danger
			stays
			disabled={!sure}
		>
			<p>
				Deletes the record, sessions, messages, runs, state and facts of <bdi className="mono">{id}</bdi>, for
				every agent.
			</p>
			<label className="row user-sure">
				<input type="checkbox" checked={sure} onChange={(event) => setSure(event.target.checked)} />
				<span className="grows">Yes, delete all data of this user. This cannot be undone.</span>
			</label>
		</FormDialog>
	);
}
