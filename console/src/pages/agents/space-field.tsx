import { useState } from "react";
import { addCounts, factWords } from "../../parts/fact-counts.ts";
import { Field } from "../../parts/field.tsx";
import { useSpaces } from "../../parts/use-spaces.ts";
import { NAMES } from "./memory-names.ts";

interface Props {
	value: string;
	/** The space that the definition names: settings put over it can name another, not none. */
	defined: string | undefined;
	wrong?: string | undefined;
	onChange(space: string): void;
}

/** Options are told apart by their first letter: a space may have any name. */
const OWN = "own";
const NEW = "new";
const named = (name: string): string => `=${name}`;

/** The agent's own memory, one that is shared already, or a new one by its name. */
export function SpaceField({ value, defined, wrong, onChange }: Props) {
	const spaces = useSpaces();
	const [types, setTypes] = useState(false);
	const known = new Map((spaces.data ?? []).map(({ name, factsByStatus }) => [name, factsByStatus]));
	for (const name of [defined, types ? undefined : value])
		if (name !== undefined && name !== "" && !known.has(name)) known.set(name, addCounts([]));
	const choose = (chosen: string): void => {
		setTypes(chosen === NEW);
		onChange(chosen === OWN || chosen === NEW ? "" : chosen.slice(1));
	};
	return (
		<div className="agent-space">
			<Field
				label={NAMES.space}
				hint={
					defined === undefined
						? "Agents that name the same space know what the others learn."
						: "The definition names a space: here another can be named, but not the agent's own."
				}
				{...(!types && { wrong })}
			>
				{(field) => (
					<select
						{...field}
						className="input"
						value={types ? NEW : value === "" ? OWN : named(value)}
						onChange={(event) => choose(event.target.value)}
					>
						<option value={OWN} disabled={defined !== undefined}>
							The agent's own
						</option>
						{Array.from(known, ([name, facts]) => (
							<option key={name} value={named(name)}>
								{`${name} (${factWords(facts)})`}
							</option>
						))}
						<option value={NEW}>A new one…</option>
					</select>
				)}
			</Field>
			{types && (
				<Field label="Name of the new space" wrong={wrong}>
					{(field) => (
						<input
							{...field}
							className="input"
							dir="auto"
							required
							autoComplete="off"
							value={value}
							onChange={(event) => onChange(event.target.value)}
						/>
					)}
				</Field>
			)}
		</div>
	);
}
