import { useEffect, useState } from "react";
import { Field } from "../../parts/field.tsx";

interface Props {
	label: string;
	value: string | undefined;
	onChange(value: string | undefined): void;
}

/** How long somebody pauses before what was typed counts, in milliseconds. */
const PAUSE = 400;

/** A filter that is typed: it counts at a pause, or when the field is left. */
export function FilterText({ label, value, onChange }: Props) {
	const [typed, setTyped] = useState(value ?? "");
	// The address may change otherwise: a link, the back button.
	useEffect(() => setTyped(value ?? ""), [value]);
	useEffect(() => {
		if (typed.trim() === (value ?? "")) return;
		const timer = setTimeout(() => onChange(typed.trim() || undefined), PAUSE);
		return () => clearTimeout(timer);
	}, [typed, value, onChange]);
	return (
		<Field label={label}>
			{(field) => (
				<input
					{...field}
					className="input"
					type="search"
					autoComplete="off"
					spellCheck={false}
					value={typed}
					onChange={(event) => setTyped(event.target.value)}
					onBlur={() => typed.trim() !== (value ?? "") && onChange(typed.trim() || undefined)}
				/>
			)}
		</Field>
	);
}
