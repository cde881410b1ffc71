import { useQueryClient } from "@tanstack/react-query";
import type { KeyInfo } from "holdfast";
import { useState } from "react";
import { useHf } from "../../connect/connection.tsx";
import { Button } from "../../parts/button.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { Field } from "../../parts/field.tsx";
import { FormDialog } from "../../parts/form-dialog.tsx";
import { RadioChoice } from "../../parts/radio-choice.tsx";
import { ShownOnce } from "../../parts/shown-once.tsx";
import { SCOPES } from "./key-scopes.ts";

const DAY = 86_400;
const TERMS: readonly (readonly [days: number, name: string])[] = [
	[0, "Never"],
	[1, "In a day"],
	[7, "In a week"],
	[30, "In 30 days"],
	[90, "In 90 days"],
	[365, "In a year"],
];

/** Creates a key and shows it once. */
export function NewKey({ onClose }: { onClose(): void }) {
	const hf = useHf();
	const queries = useQueryClient();
	const [name, setName] = useState("");
	const [scope, setScope] = useState<KeyInfo["scope"]>("agent");
	const [days, setDays] = useState(0);
	const [made, setMade] = useState<string>();
	const make = async (): Promise<void> => {
		const expiry = days > 0 && { expiresInSeconds: days * DAY };
		const { key } = await hf.keys.create({ scope, name: name.trim() || undefined, ...expiry });
		setMade(key);
		await queries.invalidateQueries({ queryKey: ["keys"] });
	};
	if (made !== undefined)
		return (
			<Dialog key="made" title="Key created" onClose={onClose}>
				<ShownOnce label="Key" value={made} />
				<div className="dialog-actions">
					<Button look="primary" onClick={onClose}>
						Done
					</Button>
				</div>
			</Dialog>
		);
	return (
		<FormDialog title="Create key" deed="Create key" act={make} onClose={onClose} stays>
			<Field label="Name" hint="What the key is for. The list shows it.">
				{(field) => (
					<input
						{...field}
						className="input"
						dir="auto"
						autoComplete="off"
						value={name}
						onChange={(event) => setName(event.target.value)}
					/>
				)}
			</Field>
			<RadioChoice legend="Scope" options={SCOPES} chosen={scope} onChoose={setScope} />
			<Field label="Expires">
				{(field) => (
					<select
						{...field}
						className="input"
						value={days}
						onChange={(event) => setDays(Number(event.target.value))}
					>
						{TERMS.map(([value, words]) => (
							<option key={value} value={value}>
								{words}
							</option>
						))}
					</select>
				)}
			</Field>
		</FormDialog>
	);
}
