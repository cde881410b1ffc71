import { type ReactNode, useId } from "react";

interface Props<Value extends string> {
	legend: string;
	options: readonly { value: Value; name: ReactNode; words: ReactNode }[];
	chosen: NoInfer<Value>;
	onChoose(value: NoInfer<Value>): void;
}

/** A choice between a few options, each with an explanation. */
export function RadioChoice<Value extends string>({ legend, options, chosen, onChoose }: Props<Value>) {
	const id = useId();
	return (
		<fieldset className="radio-choice">
			<legend>{legend}</legend>
			{options.map(({ value, name, words }) => (
				<label key={value}>
					<input
						type="radio"
						name={id}
						value={value}
						checked={chosen === value}
						onChange={() => onChoose(value)}
					/>
					<span>
						<b>{name}</b> <span className="soft">{words}</span>
					</span>
				</label>
			))}
		</fieldset>
	);
}
