import { Field } from "../../parts/field.tsx";
import { useQueryValue } from "../../parts/query-state.ts";

interface Props {
	label: string;
	/** The name of the query parameter. */
	name: string;
	/** The label of each value. */
	choices: Readonly<Record<string, string>>;
	/** The label for no filter. */
	any: string;
}

export function FilterChoice({ label, name, choices, any }: Props) {
	const [value, setValue] = useQueryValue(name);
	return (
		<Field label={label}>
			{(field) => (
				<select
					{...field}
					className="input"
					value={value ?? ""}
					onChange={(event) => setValue(event.target.value)}
				>
					<option value="">{any}</option>
					{Object.entries(choices).map(([choice, shown]) => (
						<option key={choice} value={choice}>
							{shown}
						</option>
					))}
				</select>
			)}
		</Field>
	);
}
