import type { FactListOptions } from "holdfast";
import { useMemo } from "react";
import { useRights } from "../../connect/connection.tsx";
import { Field } from "../../parts/field.tsx";
import { useQueryValue } from "../../parts/query-state.ts";

type Status = NonNullable<FactListOptions["status"]>;
type Scope = NonNullable<FactListOptions["scope"]>;

const STATUSES: Readonly<Record<Status, string>> = {
	active: "Active",
	superseded: "Superseded",
	quarantined: "Quarantined",
	all: "All",
};
const SCOPES: Readonly<Record<Scope, string>> = { user: "Users", agent: "Agent" };

export interface Filters {
	asked: Pick<FactListOptions, "status" | "pinned" | "scope">;
	setStatus(value: string): void;
	setScope(value: string): void;
	setPinned(value: boolean): void;
}

/** The filters in the address. */
export function useFactFilters(): Filters {
	const [givenStatus, setStatus] = useQueryValue("status");
	const [givenScope, setScope] = useQueryValue("scope");
	const [pinned, setPinned] = useQueryValue("pinned");
	return useMemo(() => {
		const status: Status =
			givenStatus !== undefined && Object.hasOwn(STATUSES, givenStatus) ? (givenStatus as Status) : "active";
		const isScope = givenScope !== undefined && Object.hasOwn(SCOPES, givenScope);
		return {
			asked: {
				status,
				...(isScope && { scope: givenScope as Scope }),
				...(pinned !== undefined && { pinned: true }),
			},
			setStatus: (value) => setStatus(value === "active" ? undefined : value),
			setScope,
			setPinned: (value) => setPinned(value ? "yes" : undefined),
		};
	}, [givenStatus, givenScope, pinned, setStatus, setScope, setPinned]);
}

export function FactFilters({ asked, setStatus, setScope, setPinned }: Filters) {
	const can = useRights();
	return (
		<div className="filters facts-filters">
			<Field label="Status">
				{(field) => (
					<select
						{...field}
						className="input"
						value={asked.status}
						onChange={(event) => setStatus(event.target.value)}
					>
						{Object.entries(STATUSES).map(([value, name]) => (
							<option key={value} value={value}>
								{name}
							</option>
						))}
					</select>
				)}
			</Field>
			{!can.isUser && (
				<Field label="Owner">
					{(field) => (
						<select
							{...field}
							className="input"
							value={asked.scope ?? ""}
							onChange={(event) => setScope(event.target.value)}
						>
							<option value="">All</option>
							{Object.entries(SCOPES).map(([value, name]) => (
								<option key={value} value={value}>
									{name}
								</option>
							))}
						</select>
					)}
				</Field>
			)}
			<label className="row small facts-check">
				<input
					type="checkbox"
					checked={asked.pinned === true}
					onChange={(event) => setPinned(event.target.checked)}
				/>
				Pinned only
			</label>
		</div>
	);
}
