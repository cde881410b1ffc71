import type { Fact, FactPatch } from "holdfast";
import { useState } from "react";
import { Field } from "../../parts/field.tsx";
import { FormDialog } from "../../parts/form-dialog.tsx";
import { NumberField } from "./number-field.tsx";

interface Props {
	fact: Fact;
	onSave(patch: FactPatch): Promise<unknown>;
	onSaved(): Promise<void>;
	onClose(): void;
}

const STATUSES: readonly Fact["status"][] = ["active", "superseded", "quarantined"];

/** Edits a fact. Sends only changed fields, so that changes by others stay. */
export function EditFact({ fact, onSave, onSaved, onClose }: Props) {
	const [content, setContent] = useState(fact.content);
	const [importance, setImportance] = useState(fact.importance);
	const [confidence, setConfidence] = useState(fact.confidence);
	const [kind, setKind] = useState(fact.kind);
	const [status, setStatus] = useState(fact.status);

	const patch: FactPatch = {
		...(content !== fact.content && { content }),
		...(importance !== fact.importance && { importance }),
		...(confidence !== fact.confidence && { confidence }),
		...(kind !== fact.kind && { kind }),
		...(status !== fact.status && { status }),
	};
	const submit = async (): Promise<void> => {
		await onSave(patch);
		await onSaved();
	};
	return (
		<FormDialog
			title="Edit fact"
			deed="Save"
			act={submit}
			onClose={onClose}
			disabled={content.trim() === "" || Object.keys(patch).length === 0}
		>
			<Field label="Content">
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
				hint="0: unimportant, 1: most important"
				value={importance}
				onChange={setImportance}
			/>
			<NumberField
				label="Confidence"
				hint="0: uncertain, 1: certain"
				value={confidence}
				onChange={setConfidence}
			/>
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
				<Field
					label="Status"
					{...(status === "active" &&
						fact.status !== "active" && { hint: "Supersedes active facts that it contradicts." })}
				>
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
				The history keeps the previous values. From now on the fact counts as edited by a person, and
				consolidation no longer rewords it.
			</p>
		</FormDialog>
	);
}
