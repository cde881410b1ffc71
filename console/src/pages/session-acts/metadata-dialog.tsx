import type { Session } from "holdfast";
import { useState } from "react";
import { useHf } from "../../connect/connection.tsx";
import { Button } from "../../parts/button.tsx";
import { FormDialog } from "../../parts/form-dialog.tsx";
import { MetadataRow } from "./metadata-row.tsx";
import { faultOf, patchOf, type Row, toRows } from "./metadata-text.ts";
import { refOf } from "./session-ref.ts";
import { useSessionChanged } from "./use-session-changed.ts";
import "./session-acts.css";

/** Edits metadata key by key. Only changed keys are written. */
export function MetadataDialog({ session, onClose }: { session: Session; onClose(): void }) {
	const hf = useHf();
	const changed = useSessionChanged();
	const { metadata = {} } = session as Partial<Session>;
	const [kept] = useState(metadata);
	const [rows, setRows] = useState<readonly Row[]>(() => toRows(kept));
	const faults = rows.map((row) => faultOf(row, rows));
	const put = (row: Row): void => setRows(rows.map((other) => (other.id === row.id ? row : other)));
	const add = (): void => {
		const id = Math.max(-1, ...rows.map((row) => row.id)) + 1;
		setRows([...rows, { id, key: "", text: "" }]);
	};
	return (
		<FormDialog
			title="Edit metadata"
			deed="Save metadata"
			disabled={faults.some((fault) => fault !== undefined)}
			onClose={onClose}
			act={async () => {
				await hf.session(refOf(session)).updateMetadata(patchOf(kept, rows));
				await changed();
			}}
		>
			<p className="small soft">
				For your own programs. No prompt shows it. <code>external_id</code> is the id of this conversation in
				another system, such as a ticket; you can search sessions by it. <code>event_webhook_url</code> is a
				URL that receives the events of this session. Values are JSON or plain text.
			</p>
			<ul className="plain-list session-acts-metadata">
				{rows.map((row, index) => (
					<MetadataRow
						key={row.id}
						row={row}
						number={index + 1}
						fault={faults[index]}
						onChange={put}
						onRemove={() => setRows(rows.filter(({ id }) => id !== row.id))}
					/>
				))}
			</ul>
			<div>
				<Button onClick={add}>Add key</Button>
			</div>
		</FormDialog>
	);
}
