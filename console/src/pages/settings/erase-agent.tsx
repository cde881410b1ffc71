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
					<b>Erase an agent's data.</b> All its sessions, runs, state and facts, of all users. How the agent
					is defined stays as it is.
				</p>
				<Button look="danger" onClick={() => setOpen(true)}>
					Erase an agent's data
				</Button>
			</div>
			{isOpen && <EraseAgentDialog onClose={() => setOpen(false)} />}
		</Card>
	);
}
