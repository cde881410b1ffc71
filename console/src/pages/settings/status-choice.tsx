interface Props {
	value: string | undefined;
	choices: readonly (readonly [value: string, name: string])[];
	onChoose(value: string | undefined): void;
}

/** A filter by status. */
export function StatusChoice({ value, choices, onChoose }: Props) {
	return (
		<label className="row small">
			Show
			<select
				className="input settings-pick"
				value={value ?? ""}
				onChange={(event) => onChoose(event.target.value || undefined)}
			>
				<option value="">all</option>
				{choices.map(([status, name]) => (
					<option key={status} value={status}>
						{name}
					</option>
				))}
			</select>
		</label>
	);
}
