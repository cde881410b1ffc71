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
			? "Nothing was too old."
			: `${counted(events, "event", "events")} of ${counted(sessions, "session", "sessions")} removed.`;
	const waiting =
		unread === 0
			? ""
			: ` ${counted(unread, "session", "sessions")} will lose old events later: consolidation has to read them first.`;
	const closed = runs === 0 ? "" : ` ${counted(runs, "run", "runs")} closed whose process died.`;
	return removed + waiting + closed;
}

/** Does now what is done every few hours anyway. */
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
		<Card title="Remove now">
			<p className="small">
				The server does this by itself every few hours. It also closes runs whose process is gone, so that
				their sessions go on.
			</p>
			{report && <Note tone="good">{wordsOf(report)}</Note>}
			<div>
				<Button onClick={() => setAsking(true)}>Remove what is too old now</Button>
			</div>
			{asking && (
				<FormDialog
					title="Remove what is too old?"
					deed="Remove"
					danger
					act={sweep}
					onClose={() => setAsking(false)}
				>
					<p>Events older than the retention allows are removed from all sessions. It cannot be undone.</p>
				</FormDialog>
			)}
		</Card>
	);
}
