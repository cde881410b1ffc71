import type { SearchKind } from "holdfast";
import { useMemo } from "react";
import { useRights } from "../../connect/connection.tsx";
import { Field } from "../../parts/field.tsx";
import { useQueryValue } from "../../parts/query-state.ts";

const LIMITS = [10, 25, 50, 100] as const;
const KINDS: readonly SearchKind[] = ["facts", "messages"];

export interface Settings {
	asked: { limit: number; threshold?: number; include: SearchKind[] };
	setLimit(value: string): void;
	setThreshold(value: string): void;
	toggle(kind: SearchKind): void;
}

/** The search settings in the address. */
export function useSearchSettings(): Settings {
	const [limit, setLimit] = useQueryValue("limit");
	const [least, setThreshold] = useQueryValue("least");
	const [given, setInclude] = useQueryValue("in");
	return useMemo(() => {
		const words = (given ?? "facts").split(",");
		const chosen = KINDS.filter((kind) => words.includes(kind));
		const include: SearchKind[] = chosen.length > 0 ? chosen : ["facts"];
		const number = Number(least);
		return {
			asked: {
				limit: LIMITS.find((one) => String(one) === limit) ?? 10,
				...(least !== undefined && Number.isFinite(number) && { threshold: number }),
				include,
			},
			setLimit: (value) => setLimit(value === "10" ? undefined : value),
			setThreshold,
			toggle(kind) {
				const next = KINDS.filter((one) => include.includes(one) !== (one === kind));
				if (next.length > 0) setInclude(next.join(",") === "facts" ? undefined : next.join(","));
			},
		};
	}, [limit, least, given, setLimit, setThreshold, setInclude]);
}

export function SearchSettings({ asked, setLimit, setThreshold, toggle }: Settings) {
	const can = useRights();
	return (
		<div className="filters facts-filters">
			{!can.isUser && (
				<fieldset className="facts-kinds">
					<legend>Search in</legend>
					<div className="row">
						{KINDS.map((kind) => (
							<label key={kind} className="row small facts-check">
								<input
									type="checkbox"
									checked={asked.include.includes(kind)}
									// At least one kind has to be searched.
									disabled={asked.include.length === 1 && asked.include.includes(kind)}
									onChange={() => toggle(kind)}
								/>
								{kind}
							</label>
						))}
					</div>
				</fieldset>
			)}
			<Field label="Minimum score">
				{(field) => (
					<input
						{...field}
						className="input"
						type="number"
						step="0.05"
						min="0"
						max="1"
						placeholder="any"
						value={asked.threshold ?? ""}
						onChange={(event) => setThreshold(event.target.value)}
					/>
				)}
			</Field>
			<Field label="Limit">
				{(field) => (
					<select
						{...field}
						className="input"
						value={asked.limit}
						onChange={(event) => setLimit(event.target.value)}
					>
						{LIMITS.map((limit) => (
							<option key={limit} value={limit}>
								{limit} results
							</option>
						))}
					</select>
				)}
			</Field>
		</div>
	);
}
