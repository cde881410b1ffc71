import { useQueryClient } from "@tanstack/react-query";
import { HoldfastError } from "holdfast/client";
import { useState } from "react";
import { useLocation } from "wouter";
import { useHf } from "../../connect/connection.tsx";
import { Field } from "../../parts/field.tsx";
import { FormDialog } from "../../parts/form-dialog.tsx";
import { RadioChoice } from "../../parts/radio-choice.tsx";
import { useTell } from "../../parts/toasts.tsx";
import { userPath } from "../../paths.ts";
import { counted } from "./counted.ts";

const isTaken = (error: unknown): boolean =>
	HoldfastError.isInstance(error) && error.code === "already_exists";

const taken = (to: string): HoldfastError =>
	new HoldfastError(
		"already_exists",
		`There is something of ${to} already, so nothing was moved. Merge joins the two.`,
	);

/** Everything of a user under another id: when an unknown visitor logs in, when two accounts were one person. */
export function MoveUser({ id, onClose }: { id: string; onClose(): void }) {
	const hf = useHf();
	const tell = useTell();
	const queries = useQueryClient();
	const [, navigate] = useLocation();
	const [to, setTo] = useState("");
	const [merges, setMerges] = useState(false);
	const move = async (): Promise<void> => {
		const onConflict = merges ? "merge" : "refuse";
		const { sessions } = await hf.users.rekey(id, to, { onConflict }).catch((error: unknown) => {
			throw isTaken(error) ? taken(to) : error;
		});
		queries.removeQueries({ queryKey: ["user", id] });
		await queries.invalidateQueries();
		tell.done(`Moved, with ${counted(sessions, "session")}.`);
		navigate(userPath(to));
	};
	return (
		<FormDialog
			title="Move to another id"
			deed={merges ? "Move and merge" : "Move user"}
			disabled={to === ""}
			act={move}
			onClose={onClose}
		>
			<p className="small">
				The record, sessions, state and facts of <bdi className="mono">{id}</bdi> go to the other id, in one
				step. The old id has nothing afterwards.
			</p>
			<Field label="New id">
				{(field) => (
					<input
						{...field}
						className="input"
						dir="auto"
						required
						spellCheck={false}
						autoComplete="off"
						value={to}
						onChange={(event) => setTo(event.target.value)}
					/>
				)}
			</Field>
			<RadioChoice
				legend="If the other id has something already"
				chosen={merges ? "merge" : "refuse"}
				onChoose={(choice) => setMerges(choice === "merge")}
				options={[
					{ value: "refuse", name: "Refuse:", words: "nothing is moved." },
					{
						value: "merge",
						name: "Merge:",
						words:
							"the two become one. Where both have a value, that of the other id stays; sessions of the same name are put one after the other. It cannot be undone.",
					},
				]}
			/>
		</FormDialog>
	);
}
