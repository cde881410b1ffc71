import type { KeyInfo } from "holdfast";
import { useId } from "react";
import { SCOPES } from "./key-scopes.ts";

interface Props {
	scope: KeyInfo["scope"];
	onChoose(scope: KeyInfo["scope"]): void;
}

export function ScopeChoice({ scope, onChoose }: Props) {
	const id = useId();
	return (
		<fieldset className="settings-scopes">
			<legend>It may</legend>
			{SCOPES.map(({ scope: value, name, words }) => (
				<label key={value}>
					<input
						type="radio"
						name={id}
						value={value}
						checked={scope === value}
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
