import { type FormEvent, useState } from "react";
import { Button } from "../../parts/button.tsx";
import { Field } from "../../parts/field.tsx";
import { parseEntry } from "./parse-entry.ts";

interface Wanted {
	id: string | undefined;
	entry: string | undefined;
}

/** Finds users by id or by a metadata entry. Both match exactly. */
export function UserFilters({ id, entry, onFind }: Wanted & { onFind(wanted: Wanted): void }) {
	const [typedId, setTypedId] = useState(id ?? "");
	const [typedEntry, setTypedEntry] = useState(entry ?? "");
	const [wrong, setWrong] = useState<string>();
	const submit = (event: FormEvent): void => {
		event.preventDefault();
		const isEntry = typedEntry.trim() === "" || parseEntry(typedEntry) !== undefined;
		setWrong(isEntry ? undefined : "Write it as key=value, e.g. crm=C-1001.");
		if (isEntry) onFind({ id: typedId || undefined, entry: typedEntry.trim() || undefined });
	};
	const filtered = id !== undefined || entry !== undefined;
	return (
		<form className="filters users-filters" aria-label="Find users" onSubmit={submit}>
			<Field label="User id">
				{(field) => (
					<input
						{...field}
						className="input"
						dir="auto"
						spellCheck={false}
						autoComplete="off"
						placeholder="exact id"
						value={typedId}
						onChange={(event) => setTypedId(event.target.value)}
					/>
				)}
			</Field>
			<Field label="Metadata" wrong={wrong}>
				{(field) => (
					<input
						{...field}
						className="input"
						spellCheck={false}
						autoComplete="off"
						placeholder="key=value"
						value={typedEntry}
						onChange={(event) => setTypedEntry(event.target.value)}
					/>
				)}
			</Field>
			<div className="row">
				<Button type="submit">Find</Button>
				{filtered && (
					<Button look="plain" onClick={() => onFind({ id: undefined, entry: undefined })}>
						Show all
					</Button>
				)}
			</div>
		</form>
	);
}
