import { Field } from "../../parts/field.tsx";

interface Props {
	label: string;
	hint: string;
	value: string;
	wrong?: string | undefined;
	onChange(value: string): void;
}

export function NumberField({ label, hint, value, wrong, onChange }: Props) {
	return (
		<Field label={label} hint={hint} wrong={wrong}>
			{(field) => (
				<input
					{...field}
					className="input agent-number"
					inputMode="numeric"
					autoComplete="off"
					value={value}
					onChange={(event) => onChange(event.target.value)}
				/>
			)}
		</Field>
	);
}
