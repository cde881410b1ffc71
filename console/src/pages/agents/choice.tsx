import { type ReactNode, useId } from "react";

export interface Option<T extends string> {
	value: T;
	name: string;
	/** One sentence of explanation. */
	meaning: string;
	/** Why it is not available on this server. */
	impossible?: string | undefined;
	/** A restriction on this server. */
	note?: string | undefined;
}

interface Props<T extends string> {
	label: string;
	options: readonly Option<T>[];
	value: T;
	onChange(value: T): void;
	hint?: ReactNode;
	wrong?: string | undefined;
}

/** A choice between a few options, each with an explanation. Unavailable options are disabled, with the reason. */
export function Choice<T extends string>({ label, options, value, onChange, hint, wrong }: Props<T>) {
	const id = useId();
	return (
		<fieldset className="agent-choice" {...(wrong !== undefined && { "aria-describedby": `${id}-wrong` })}>
			<legend>{label}</legend>
			{hint !== undefined && <span className="soft small">{hint}</span>}
			{options.map((option) => {
				const says = `${id}-${option.value}`;
				return (
					<label key={option.value} className={option.impossible === undefined ? "" : "impossible"}>
						<input
							type="radio"
							name={id}
							checked={option.value === value}
							disabled={option.impossible !== undefined}
							aria-labelledby={`${says}-name`}
							aria-describedby={says}
							onChange={() => onChange(option.value)}
						/>
						<span>
							<b id={`${says}-name`}>{option.name}</b>{" "}
							<span id={says}>
								<span className="soft">{option.meaning}</span>
								{option.impossible !== undefined && (
									<em className="agent-reason">Not available: {option.impossible}.</em>
								)}
								{option.impossible === undefined && option.note !== undefined && (
									<em className="agent-reason">Note: {option.note}.</em>
								)}
							</span>
						</span>
					</label>
				);
			})}
			{wrong !== undefined && (
				<span className="agent-wrong small" id={`${id}-wrong`} role="alert">
					{wrong}
				</span>
			)}
		</fieldset>
	);
}
