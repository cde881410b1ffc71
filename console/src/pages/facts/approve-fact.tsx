import type { Contradiction, Fact } from "holdfast";
import { useState } from "react";
import { FormDialog } from "../../parts/form-dialog.tsx";
import { Said } from "../../parts/text.tsx";
import { Contradicted, type Fate } from "./contradicted.tsx";

interface Props {
	fact: Fact;
	agentId: string;
	/** The label of the button. */
	deed: string;
	found: readonly Contradiction[];
	act(fate: Fate): Promise<unknown>;
	onClose(): void;
}

/** Asks what happens to the active facts that this fact contradicts. */
export function ApproveFact({ fact, agentId, deed, found, act, onClose }: Props) {
	const [fate, setFate] = useState<Fate>("supersede");
	return (
		<FormDialog
			title={deed === "Approve" ? "Approve this fact?" : "Reactivate this fact?"}
			deed={deed}
			act={() => act(fate)}
			onClose={onClose}
		>
			<p>
				<Said>{fact.content}</Said>
			</p>
			<Contradicted agentId={agentId} found={found} fate={fate} onChoose={setFate} />
		</FormDialog>
	);
}
