import { useRights } from "../../connect/connection.tsx";
import { Field } from "../../parts/field.tsx";
import { useQueryValue } from "../../parts/query-state.ts";
import { AgentField } from "./agent-field.tsx";
import { FilterChoice } from "./filter-choice.tsx";
import { FilterText } from "./filter-text.tsx";

const MODES = { auto: "Auto: agent answers", manual: "Manual: human answers" };
const STATES = { open: "Open", ended: "Ended" };
const ORDERS = { created: "Created" };

/** The filters, which are in the address. A search uses only the agent. */
export function SessionFilters({ searches }: { searches: boolean }) {
	const { isUser } = useRights();
	const [noUser, setNoUser] = useQueryValue("nouser");
	if (searches)
		return (
			<div className="filters sessions-agent">
				<AgentField />
			</div>
		);
	return (
		<div className="filters">
			<AgentField />
			{!isUser && (
				<Field label="User">
					{(field) => <FilterText {...field} name="user" disabled={noUser !== undefined} />}
				</Field>
			)}
			<FilterChoice label="Mode" name="mode" choices={MODES} any="Any" />
			<FilterChoice label="Status" name="state" choices={STATES} any="Open and ended" />
			<FilterChoice label="Sort by" name="order" choices={ORDERS} any="Last updated" />
			{!isUser && (
				<label className="row small sessions-nouser">
					<input
						type="checkbox"
						checked={noUser !== undefined}
						onChange={(event) => setNoUser(event.target.checked ? "1" : undefined)}
					/>
					Without a user
				</label>
			)}
		</div>
	);
}
