import { useEffect, useState } from "react";
import { Field } from "../../parts/field.tsx";

interface Props {
	label: string;
	value: string | undefined;
	onChange(value: string | undefined): void;
}

/** The pause after which typed text applies, in milliseconds. */
const PAUSE = 400;

/** A text filter. It applies after a pause, or when the field loses the focus. */
export function FilterText({ label, value, onChange }: Props) {
	const [typed, setTyped] = useState(value ?? "");
	// The address can also change by a link or the back button.
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
