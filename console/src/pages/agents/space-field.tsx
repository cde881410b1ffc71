import { useState } from "react";
import { addCounts, factWords } from "../../parts/fact-counts.ts";
import { Field } from "../../parts/field.tsx";
import { useSpaces } from "../../parts/use-spaces.ts";
import { NAMES } from "./memory-names.ts";

interface Props {
	value: string;
	/** The space of the definition. An override can name another one, but not remove it. */
	defined: string | undefined;
	wrong?: string | undefined;
	onChange(space: string): void;
}

/** Option values. Names of spaces get a prefix, because a space can have any name. */
const OWN = "own";
const NEW = "new";
const named = (name: string): string => `=${name}`;

/** The agent's own memory, an existing shared space, or a new one. */
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
						? "Agents with the same space share their facts."
						: "The definition sets a space. You can choose another space here, but not the agent's own memory."
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
							The agent's own memory
						</option>
						{Array.from(known, ([name, facts]) => (
							<option key={name} value={named(name)}>
								{`${name} (${factWords(facts)})`}
							</option>
						))}
						<option value={NEW}>New space…</option>
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
