import { Field } from "../../parts/field.tsx";

interface Props {
	label: string;
	hint: string;
	value: number;
	onChange(value: number): void;
}

/** A slider from 0 to 1. */
export function NumberField({ label, hint, value, onChange }: Props) {
	return (
		<Field label={label} hint={hint}>
			{(field) => (
				<span className="row fact-slider">
					<input
						{...field}
						type="range"
						min="0"
						max="1"
						step="0.01"
						value={value}
						onChange={(event) => onChange(Number(event.target.value))}
					/>
					<output htmlFor={field.id}>{value.toFixed(2)}</output>
				</span>
			)}
		</Field>
	);
}
