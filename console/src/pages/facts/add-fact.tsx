import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useHf } from "../../connect/connection.tsx";
import { Button } from "../../parts/button.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { Field } from "../../parts/field.tsx";
import { ErrorNote } from "../../parts/note.tsx";
import { useTell } from "../../parts/toasts.tsx";
import { NumberField } from "./number-field.tsx";

interface Props {
	agentId: string;
	userId?: string;
	onClose(): void;
}

/** Tells an agent something, of a user or for all. */
export function AddFact({ agentId, userId, onClose }: Props) {
	const hf = useHf();
	const queries = useQueryClient();
	const tell = useTell();
	const [content, setContent] = useState("");
	const [whose, setWhose] = useState(userId ?? "");
	const [importance, setImportance] = useState(0.5);
	const [confidence, setConfidence] = useState(1);
	const [pinned, setPinned] = useState(false);
	const [busy, setBusy] = useState(false);
	const [error, setError] = useState<unknown>();

	const submit = async (event: FormEvent): Promise<void> => {
		event.preventDefault();
		setBusy(true);
		setError(undefined);
		try {
			const user = whose.trim();
			const memory = hf.memory(agentId, user === "" ? {} : { userId: user });
			await memory.write(content.trim(), { importance, confidence, ...(pinned && { pinned }) });
			tell.done(user === "" ? "Remembered, for all." : `Remembered of ${user}.`);
			await queries.invalidateQueries({ queryKey: ["facts"] });
			onClose();
		} catch (failure) {
			setError(failure);
			setBusy(false);
		}
	};
	return (
		<Dialog title="Add a fact" onClose={onClose}>
			<form className="stack" onSubmit={submit}>
				<Field label="What is to be remembered" hint="A sentence or two. What is known already is confirmed.">
					{(field) => (
						<textarea
							{...field}
							className="input"
							rows={3}
							maxLength={4_000}
							required
							dir="auto"
							value={content}
							onChange={(event) => setContent(event.target.value)}
						/>
					)}
				</Field>
				<Field label="Of which user" hint="Empty: known to all that the agent talks to.">
					{(field) => (
						<input
							{...field}
							className="input"
							dir="auto"
							spellCheck={false}
							value={whose}
							onChange={(event) => setWhose(event.target.value)}
						/>
					)}
				</Field>
				<NumberField
					label="Importance"
					hint="How much it matters"
					value={importance}
					onChange={setImportance}
				/>
				<NumberField label="Confidence" hint="How sure it is" value={confidence} onChange={setConfidence} />
				<label className="row small">
					<input type="checkbox" checked={pinned} onChange={(event) => setPinned(event.target.checked)} />
					Pinned: recalled in every run
				</label>
				{error !== undefined && <ErrorNote error={error} />}
				<div className="dialog-actions">
					<Button onClick={onClose}>Cancel</Button>
					<Button look="primary" type="submit" disabled={busy || content.trim() === ""}>
						Remember
					</Button>
				</div>
			</form>
		</Dialog>
	);
}
