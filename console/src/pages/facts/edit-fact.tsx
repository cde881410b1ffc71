import type { Fact, FactPatch } from "holdfast";
import { type FormEvent, useState } from "react";
import { Button } from "../../parts/button.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { Field } from "../../parts/field.tsx";
import { ErrorNote } from "../../parts/note.tsx";
import { NumberField } from "./number-field.tsx";

interface Props {
	fact: Fact;
	onSave(patch: FactPatch): Promise<unknown>;
	onSaved(): Promise<void>;
	onClose(): void;
}

const STATUSES: readonly Fact["status"][] = ["active", "superseded", "quarantined"];

/** Words a fact anew. Only what was changed is sent: what others change meanwhile stays. */
export function EditFact({ fact, onSave, onSaved, onClose }: Props) {
	const [content, setContent] = useState(fact.content);
	const [importance, setImportance] = useState(fact.importance);
	const [confidence, setConfidence] = useState(fact.confidence);
	const [kind, setKind] = useState(fact.kind);
	const [status, setStatus] = useState(fact.status);
	const [busy, setBusy] = useState(false);
	const [error, setError] = useState<unknown>();

	const patch: FactPatch = {
		...(content !== fact.content && { content }),
		...(importance !== fact.importance && { importance }),
		...(confidence !== fact.confidence && { confidence }),
		...(kind !== fact.kind && { kind }),
		...(status !== fact.status && { status }),
	};
	const submit = async (event: FormEvent): Promise<void> => {
		event.preventDefault();
		setBusy(true);
		setError(undefined);
		try {
			await onSave(patch);
			await onSaved();
			onClose();
		} catch (failure) {
			setError(failure);
			setBusy(false);
		}
	};
	return (
		<Dialog title="Edit the fact" onClose={onClose}>
			<form className="stack" onSubmit={submit}>
				<Field label="What it says">
					{(field) => (
						<textarea
							{...field}
							className="input"
							rows={4}
							maxLength={4_000}
							required
							dir="auto"
							value={content}
							onChange={(event) => setContent(event.target.value)}
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
				<div className="filters">
					<Field label="Kind">
						{(field) => (
							<input
								{...field}
								className="input"
								maxLength={64}
								required
								dir="auto"
								value={kind}
								onChange={(event) => setKind(event.target.value)}
							/>
						)}
					</Field>
					<Field label="Status">
						{(field) => (
							<select
								{...field}
								className="input"
								value={status}
								onChange={(event) => setStatus(event.target.value as Fact["status"])}
							>
								{STATUSES.map((one) => (
									<option key={one}>{one}</option>
								))}
							</select>
						)}
					</Field>
				</div>
				<p className="soft small">
					What it was before stays in its history. From now on it is a person's word: nothing that is learned
					words it anew.
				</p>
				{error !== undefined && <ErrorNote error={error} />}
				<div className="dialog-actions">
					<Button onClick={onClose}>Cancel</Button>
					<Button
						look="primary"
						type="submit"
						disabled={busy || content.trim() === "" || Object.keys(patch).length === 0}
					>
						Save
					</Button>
				</div>
			</form>
		</Dialog>
	);
}
