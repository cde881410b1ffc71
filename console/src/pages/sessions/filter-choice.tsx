import { Field } from "../../parts/field.tsx";
import { useQueryValue } from "../../parts/query-state.ts";

interface Props {
	label: string;
	/** In the address. */
	name: string;
	/** What is shown for each value. */
	choices: Readonly<Record<string, string>>;
	/** What is shown for none. */
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
