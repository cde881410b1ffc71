import { useQueryClient } from "@tanstack/react-query";
import type { ErasureReceipt, Fact } from "holdfast";
import { useState } from "react";
import { useLocation } from "wouter";
import { Button } from "../../parts/button.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { FormDialog } from "../../parts/form-dialog.tsx";
import { Receipt } from "../../parts/receipt.tsx";
import { Said } from "../../parts/text.tsx";
import { useTell } from "../../parts/toasts.tsx";
import { factsPath } from "../../paths.ts";
import { useMemory } from "./use-memory.ts";

interface Props {
	fact: Fact;
	agentId: string;
	onClose(): void;
}

/** Asks, forgets the fact, and shows the receipt. Then it leaves the page, which no longer exists. */
export function ForgetFact({ fact, agentId, onClose }: Props) {
	const memory = useMemory(agentId);
	const queries = useQueryClient();
	const tell = useTell();
	const [, navigate] = useLocation();
	const [receipt, setReceipt] = useState<ErasureReceipt>();

	const forget = async (): Promise<void> => {
		setReceipt(await memory.forget(fact.id));
	};
	const leave = (): void => {
		navigate(factsPath({ agent: agentId }));
		queries.removeQueries({ queryKey: ["fact", agentId, fact.id] });
		void queries.invalidateQueries({ queryKey: ["facts"] });
		tell.done("Fact forgotten.");
	};
	if (receipt)
		return (
			<Dialog title="Fact forgotten" onClose={leave}>
				<Receipt receipt={receipt} agentId={agentId} />
				<div className="dialog-actions">
					<Button look="primary" onClick={leave}>
						Back to facts
					</Button>
				</div>
			</Dialog>
		);
	return (
		<FormDialog title="Forget this fact?" deed="Forget fact" act={forget} onClose={onClose} danger stays>
			<p className="note">
				<Said>{fact.content}</Said>
			</p>
			<p>Deletes the fact and its history. Messages in sessions stay. This cannot be undone.</p>
		</FormDialog>
	);
}
