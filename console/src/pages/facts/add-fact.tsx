import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useHf } from "../../connect/connection.tsx";
import { Field } from "../../parts/field.tsx";
import { FormDialog } from "../../parts/form-dialog.tsx";
import { useTell } from "../../parts/toasts.tsx";
import { NumberField } from "./number-field.tsx";

interface Props {
	agentId: string;
	userId?: string;
	onClose(): void;
}

/** Adds a fact of a user or, without one, of the agent. */
export function AddFact({ agentId, userId, onClose }: Props) {
	const hf = useHf();
	const queries = useQueryClient();
	const tell = useTell();
	const [content, setContent] = useState("");
	const [whose, setWhose] = useState(userId ?? "");
	const [importance, setImportance] = useState(0.5);
	const [confidence, setConfidence] = useState(1);
	const [pinned, setPinned] = useState(false);

	const submit = async (): Promise<void> => {
		const user = whose.trim();
		const memory = hf.memory(agentId, user === "" ? {} : { userId: user });
		await memory.write(content.trim(), { importance, confidence, ...(pinned && { pinned }) });
		tell.done(user === "" ? "Fact added for all users." : `Fact added for ${user}.`);
		await queries.invalidateQueries({ queryKey: ["facts"] });
	};
	return (
		<FormDialog
			title="Add fact"
			deed="Add fact"
			act={submit}
			onClose={onClose}
			disabled={content.trim() === ""}
		>
			<Field label="Content" hint="One or two sentences. If the fact exists already, it is confirmed.">
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
			<Field label="User" hint="Leave empty for a fact of the agent, which all users share.">
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
			<label className="row small">
				<input type="checkbox" checked={pinned} onChange={(event) => setPinned(event.target.checked)} />
				Pinned: part of every prompt
			</label>
		</FormDialog>
	);
}
