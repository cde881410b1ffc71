import { useId } from "react";
import { Field } from "../../parts/field.tsx";
import { FilterText } from "./filter-text.tsx";
import { useAgentIds } from "./use-agent-ids.ts";

/** An agent: chosen from those that have sessions, or typed. */
export function AgentField() {
	const list = useId();
	const ids = useAgentIds();
	return (
		<Field label="Agent">
			{(field) => (
				<>
					<FilterText {...field} name="agent" list={list} known={ids} />
					<datalist id={list}>
						{ids.map((id) => (
							<option key={id} value={id} />
						))}
					</datalist>
				</>
			)}
		</Field>
	);
}
