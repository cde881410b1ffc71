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
		`${to} already has data. Nothing was moved. Choose Merge to combine the two.`,
	);

/** Moves a user to another id: an anonymous visitor who logs in, or two accounts of one person. */
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
		tell.done(`User moved, with ${counted(sessions, "session")}.`);
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
				Moves the record, sessions, state and facts of <bdi className="mono">{id}</bdi> to the new id in one
				step. The old id has no data afterwards.
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
				legend="If the new id already has data"
				chosen={merges ? "merge" : "refuse"}
				onChoose={(choice) => setMerges(choice === "merge")}
				options={[
					{ value: "refuse", name: "Refuse", words: "Moves nothing." },
					{
						value: "merge",
						name: "Merge",
						words:
							"Combines the two. If both have a value, that of the new id stays. Sessions with the same id are joined, one after the other. This cannot be undone.",
					},
				]}
			/>
		</FormDialog>
	);
}
