import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { ErasureReceipt } from "holdfast";
import { type FormEvent, useState } from "react";
import { useHf } from "../../connect/connection.tsx";
import { Button } from "../../parts/button.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { Field } from "../../parts/field.tsx";
import { ErrorNote } from "../../parts/note.tsx";
import { ReceiptDialog } from "../../parts/receipt-dialog.tsx";

/** Erases everything of one agent, once its id was typed; then shows the receipt. */
export function EraseAgentDialog({ onClose }: { onClose(): void }) {
	const hf = useHf();
	const queries = useQueryClient();
	const [agent, setAgent] = useState("");
	const [typed, setTyped] = useState("");
	const [busy, setBusy] = useState(false);
	const [error, setError] = useState<unknown>();
	const [receipt, setReceipt] = useState<ErasureReceipt>();
	const agents = useQuery({ queryKey: ["overview"], queryFn: () => hf.overview() });
	const erase = async (event: FormEvent): Promise<void> => {
		event.preventDefault();
		setBusy(true);
		setError(undefined);
		try {
			setReceipt(await hf.erase({ agentId: agent }));
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
				title="Erased"
				name={agent}
				of={{ agentId: agent }}
				receipt={receipt}
				onClose={onClose}
			/>
		);
	return (
		<Dialog title="Erase an agent's data?" onClose={onClose}>
			<form className="stack" onSubmit={erase}>
				<Field label="Agent" hint="Those that have sessions or facts.">
					{(field) => (
						<select
							{...field}
							className="input"
							value={agent}
							onChange={(event) => {
								setAgent(event.target.value);
								setTyped("");
							}}
						>
							<option value="">Choose one</option>
							{agents.data?.map(({ agentId, sessions, facts }) => (
								<option key={agentId} value={agentId}>
									{`${agentId} (${sessions.toLocaleString()} sessions, ${facts.toLocaleString()} facts)`}
								</option>
							))}
						</select>
					)}
				</Field>
				{agent !== "" && (
					<>
						<p>
							Everything of <bdi className="mono id">{agent}</bdi> is erased, of all users. It cannot be
							undone.
						</p>
						<Field label="Type the agent's id to go on">
							{(field) => (
								<input
									{...field}
									className="input mono"
									autoComplete="off"
									spellCheck={false}
									value={typed}
									onChange={(event) => setTyped(event.target.value)}
								/>
							)}
						</Field>
					</>
				)}
				{error !== undefined && <ErrorNote error={error} />}
				<div className="dialog-actions">
					<Button onClick={onClose}>Cancel</Button>
					<Button type="submit" look="danger" disabled={busy || agent === "" || typed !== agent}>
						{busy ? "Erasing…" : "Erase everything of it"}
					</Button>
				</div>
			</form>
		</Dialog>
	);
}
