import { useQuery } from "@tanstack/react-query";
import type { Run } from "holdfast";
import { useHf } from "../../connect/connection.tsx";
import { Button } from "../../parts/button.tsx";
import { Field } from "../../parts/field.tsx";
import { useQueryValue } from "../../parts/query-state.ts";
import { FilterText } from "./filter-text.tsx";
import type { RunFilter } from "./use-runs.ts";

const STATUSES: readonly Run["status"][] = [
	"pending",
	"running",
	"completed",
	"failed",
	"cancelled",
	"superseded",
];
const isStatus = (value: string | undefined): value is Run["status"] =>
	STATUSES.some((status) => status === value);

/** The filter in the address. */
export function useRunFilter(): RunFilter {
	const [agentId] = useQueryValue("agent");
	const [userId] = useQueryValue("user");
	const [sessionId] = useQueryValue("session");
	const [status] = useQueryValue("status");
	return { agentId, userId, sessionId, ...(isStatus(status) && { status }) };
}

export function RunFilters() {
	const hf = useHf();
	const agents = useQuery({
		queryKey: ["agents"],
		queryFn: async () => (await hf.agents.list()).items,
		staleTime: 30_000,
	});
	const [agent, setAgent] = useQueryValue("agent");
	const [user, setUser] = useQueryValue("user");
	const [session, setSession] = useQueryValue("session");
	const [status, setStatus] = useQueryValue("status");
	// A run can belong to an agent that is no longer defined.
	const names = [
		...new Set([...(agents.data ?? []).map(({ id }) => id), ...(agent === undefined ? [] : [agent])]),
	];
	const clear = (): void => {
		for (const set of [setAgent, setUser, setSession, setStatus]) set(undefined);
	};
	return (
		<search className="filters" aria-label="Filter runs">
			<Field label="Agent">
				{(field) => (
					<select
						{...field}
						className="input"
						value={agent ?? ""}
						onChange={(event) => setAgent(event.target.value)}
					>
						<option value="">All</option>
						{names.map((id) => (
							<option key={id}>{id}</option>
						))}
					</select>
				)}
			</Field>
			<Field label="Status">
				{(field) => (
					<select
						{...field}
						className="input"
						value={isStatus(status) ? status : ""}
						onChange={(event) => setStatus(event.target.value)}
					>
						<option value="">All</option>
						{STATUSES.map((one) => (
							<option key={one}>{one}</option>
						))}
					</select>
				)}
			</Field>
			<FilterText label="User" value={user} onChange={setUser} />
			<FilterText label="Session" value={session} onChange={setSession} />
			{[agent, user, session, status].some((one) => one !== undefined) && (
				<Button look="plain" onClick={clear}>
					Clear filters
				</Button>
			)}
		</search>
	);
}
