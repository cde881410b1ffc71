import { useState } from "react";
import { Button } from "../../parts/button.tsx";
import { Card } from "../../parts/card.tsx";
import { EraseAgentDialog } from "./erase-agent-dialog.tsx";

export function EraseAgent() {
	const [isOpen, setOpen] = useState(false);
	return (
		<Card title="Danger zone" className="settings-danger">
			<div className="settings-upkeep">
				<p>
					<b>Erase an agent's data.</b> Erases all its sessions, runs, state and facts, for all users. The
					definition of the agent stays.
				</p>
				<Button look="danger" onClick={() => setOpen(true)}>
					Erase agent data
				</Button>
			</div>
			{isOpen && <EraseAgentDialog onClose={() => setOpen(false)} />}
		</Card>
	);
}
