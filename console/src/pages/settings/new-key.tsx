import { useQueryClient } from "@tanstack/react-query";
import type { KeyInfo } from "holdfast";
import { type FormEvent, useState } from "react";
import { useHf } from "../../connect/connection.tsx";
import { Button } from "../../parts/button.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { Field } from "../../parts/field.tsx";
import { ErrorNote } from "../../parts/note.tsx";
import { ShownOnce } from "../../parts/shown-once.tsx";
import { ScopeChoice } from "./scope-choice.tsx";

const DAY = 86_400;
const TERMS: readonly (readonly [days: number, name: string])[] = [
	[0, "Never"],
	[1, "In a day"],
	[7, "In a week"],
	[30, "In 30 days"],
	[90, "In 90 days"],
	[365, "In a year"],
];

/** Asks what the key is for, makes it, and shows it once. */
export function NewKey({ onClose }: { onClose(): void }) {
	const hf = useHf();
	const queries = useQueryClient();
	const [name, setName] = useState("");
	const [scope, setScope] = useState<KeyInfo["scope"]>("agent");
	const [days, setDays] = useState(0);
	const [made, setMade] = useState<string>();
	const [busy, setBusy] = useState(false);
	const [error, setError] = useState<unknown>();
	const make = async (event: FormEvent): Promise<void> => {
		event.preventDefault();
		setBusy(true);
		setError(undefined);
		try {
			const expiry = days > 0 && { expiresInSeconds: days * DAY };
			const { key } = await hf.keys.create({ scope, name: name.trim() || undefined, ...expiry });
			setMade(key);
			await queries.invalidateQueries({ queryKey: ["keys"] });
		} catch (failure) {
			setError(failure);
		}
		setBusy(false);
	};
	if (made !== undefined)
		return (
			<Dialog key="made" title="The key is made" onClose={onClose}>
				<ShownOnce label="Key" value={made} />
				<div className="dialog-actions">
					<Button look="primary" onClick={onClose}>
						Done
					</Button>
				</div>
			</Dialog>
		);
	return (
		<Dialog title="Make a key" onClose={onClose}>
			<form className="stack" onSubmit={make}>
				<Field label="Name" hint="What it is for, to know it again in the list.">
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
				<ScopeChoice scope={scope} onChoose={setScope} />
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
				{error !== undefined && <ErrorNote error={error} />}
				<div className="dialog-actions">
					<Button onClick={onClose}>Cancel</Button>
					<Button type="submit" look="primary" disabled={busy}>
						Make key
					</Button>
				</div>
			</form>
		</Dialog>
	);
}
