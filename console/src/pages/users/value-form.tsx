import type { Json } from "holdfast";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { Button } from "../../parts/button.tsx";
import { Field } from "../../parts/field.tsx";
import { ErrorNote } from "../../parts/note.tsx";
import { parseValue, type Sort, typedOf } from "./parse-value.ts";

interface Props {
	/** The key of an existing entry; without it, the form asks for a new key. */
	name?: string;
	value?: Json | undefined;
	deed: string;
	checkKey?(key: string): string | undefined;
	onSave(key: string, value: Json): Promise<void>;
	onCancel(): void;
}

/** A form for a key and a value. The value is plain text or JSON. */
export function ValueForm({ name, value, deed, checkKey, onSave, onCancel }: Props) {
	const [key, setKey] = useState(name ?? "");
	const [typed, setTyped] = useState(() => typedOf(value));
	const [wrongKey, setWrongKey] = useState<string>();
	const [wrong, setWrong] = useState<string>();
	const [error, setError] = useState<unknown>();
	const [busy, setBusy] = useState(false);
	const form = useRef<HTMLFormElement>(null);
	// It replaces the button that had the focus.
	useEffect(() => form.current?.querySelector<HTMLElement>("input, textarea")?.focus(), []);

	const submit = async (event: FormEvent): Promise<void> => {
		event.preventDefault();
		const badKey = checkKey?.(key);
		const parsed = parseValue(typed);
		setWrongKey(badKey);
		setWrong("wrong" in parsed ? parsed.wrong : undefined);
		setError(undefined);
		if (badKey !== undefined || "wrong" in parsed) return;
		setBusy(true);
		try {
			await onSave(key, parsed.value);
		} catch (failure) {
			setError(failure);
			setBusy(false);
		}
	};
	return (
		<form
			ref={form}
			className="user-form stack"
			onSubmit={submit}
			aria-label={name === undefined ? deed : `Edit ${name}`}
		>
			<div className="user-form-top">
				{name === undefined ? (
					<Field label="Key" wrong={wrongKey}>
						{(field) => (
							<input
								{...field}
								className="input mono"
								required
								dir="auto"
								spellCheck={false}
								autoComplete="off"
								value={key}
								onChange={(event) => setKey(event.target.value)}
							/>
						)}
					</Field>
				) : (
					<bdi className="mono user-key">{name}</bdi>
				)}
				<Field label="Type">
					{(field) => (
						<select
							{...field}
							className="input"
							value={typed.sort}
							onChange={(event) => setTyped({ ...typed, sort: event.target.value as Sort })}
						>
							<option value="text">Text</option>
							<option value="json">JSON</option>
						</select>
					)}
				</Field>
			</div>
			<Field label="Value" wrong={wrong}>
				{(field) => (
					<textarea
						{...field}
						className={typed.sort === "json" ? "input mono" : "input"}
						dir="auto"
						rows={Math.min(10, Math.max(2, typed.text.split("\n").length))}
						value={typed.text}
						onChange={(event) => setTyped({ ...typed, text: event.target.value })}
					/>
				)}
			</Field>
			{error !== undefined && <ErrorNote error={error} />}
			<div className="row">
				<Button look="primary" type="submit" disabled={busy || key === ""}>
					{deed}
				</Button>
				<Button onClick={onCancel}>Cancel</Button>
			</div>
		</form>
	);
}
