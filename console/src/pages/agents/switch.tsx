import { useId } from "react";

interface Props {
	label: string;
	meaning: string;
	value: boolean;
	onChange(value: boolean): void;
}

/** An on/off switch. */
export function Switch({ label, meaning, value, onChange }: Props) {
	const id = useId();
	return (
		<label className="agent-switch">
			<input
				type="checkbox"
				role="switch"
				aria-checked={value}
				checked={value}
				aria-labelledby={`${id}-name`}
				aria-describedby={id}
				onChange={(event) => onChange(event.target.checked)}
			/>
			<span>
				<b id={`${id}-name`}>{label}</b>{" "}
				<span className="soft" id={id}>
					{meaning}
				</span>
			</span>
		</label>
	);
}
