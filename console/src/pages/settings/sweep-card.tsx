import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useHf } from "../../connect/connection.tsx";
import { Button } from "../../parts/button.tsx";
import { Card } from "../../parts/card.tsx";
import { FormDialog } from "../../parts/form-dialog.tsx";
import { Note } from "../../parts/note.tsx";

interface Swept {
	sessions: number;
	events: number;
	unread: number;
	runs: number;
}

const counted = (count: number, one: string, many: string): string =>
	`${count.toLocaleString()} ${count === 1 ? one : many}`;

function wordsOf({ sessions, events, unread, runs }: Swept): string {
	const removed =
		events === 0
			? "No events past retention."
			: `${counted(events, "event", "events")} of ${counted(sessions, "session", "sessions")} deleted.`;
	const waiting =
		unread === 0
			? ""
			: ` ${counted(unread, "session", "sessions")} will be swept later: consolidation has to read the old events first.`;
	const closed =
		runs === 0
			? ""
			: ` ${counted(runs, "run", "runs")} closed because ${runs === 1 ? "its process" : "their processes"} died.`;
	return removed + waiting + closed;
}

/** Runs the sweep now. */
export function SweepCard() {
	const hf = useHf();
	const queries = useQueryClient();
	const [asking, setAsking] = useState(false);
	const [report, setReport] = useState<Swept>();
	const sweep = async (): Promise<void> => {
		setReport(undefined);
		setReport(await hf.sweep());
		await queries.invalidateQueries();
	};
	return (
		<Card title="Sweep">
			<p className="small">
				A sweep deletes events past their retention. It also closes runs whose process died, so that their
				sessions can continue. The server runs it every few hours.
			</p>
			{report && <Note tone="good">{wordsOf(report)}</Note>}
			<div>
				<Button onClick={() => setAsking(true)}>Sweep now</Button>
			</div>
			{asking && (
				<FormDialog
					title="Delete events past retention?"
					deed="Delete events"
					danger
					act={sweep}
					onClose={() => setAsking(false)}
				>
					<p>Deletes events past their retention from all sessions. This cannot be undone.</p>
				</FormDialog>
			)}
		</Card>
	);
}
