import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { ErasureReceipt } from "holdfast";
import { useState } from "react";
import { useHf } from "../../connect/connection.tsx";
import { factWords } from "../../parts/fact-counts.ts";
import { Field } from "../../parts/field.tsx";
import { FormDialog } from "../../parts/form-dialog.tsx";
import { ReceiptDialog } from "../../parts/receipt-dialog.tsx";

/** Erases all data of one agent after its id was typed; then shows the receipt. */
export function EraseAgentDialog({ onClose }: { onClose(): void }) {
	const hf = useHf();
	const queries = useQueryClient();
	const [agent, setAgent] = useState("");
	const [typed, setTyped] = useState("");
	const [receipt, setReceipt] = useState<ErasureReceipt>();
	const agents = useQuery({ queryKey: ["overview"], queryFn: () => hf.overview() });
	const erase = async (): Promise<void> => {
		setReceipt(await hf.erase({ agentId: agent }));
		await queries.invalidateQueries();
	};
	if (receipt)
		return (
			<ReceiptDialog
				key="receipt"
				title="Agent data erased"
				name={agent}
				of={{ agentId: agent }}
				receipt={receipt}
				onClose={onClose}
			/>
		);
	return (
		<FormDialog
			title="Erase all data of an agent?"
			deed="Erase data"
			act={erase}
			onClose={onClose}
			danger
			stays
			disabled={agent === "" || typed !== agent}
		>
			<Field label="Agent" hint="Agents with sessions or facts.">
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
						<option value="">Choose an agent</option>
						{agents.data?.map(({ agentId, sessions, factsByStatus }) => (
							<option key={agentId} value={agentId}>
								{`${agentId} (${sessions.toLocaleString()} ${sessions === 1 ? "session" : "sessions"}, ${factWords(factsByStatus)})`}
							</option>
						))}
					</select>
				)}
			</Field>
			{agent !== "" && (
				<>
					<p>
						Erases all sessions, runs, state and facts of <bdi className="mono id">{agent}</bdi>, for all
						users. This cannot be undone.
					</p>
					<Field label="Type the agent's id to confirm">
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
		</FormDialog>
	);
}
