/** Which events somebody wants. */
export function EventFilters({ events }: { events: readonly string[] | undefined }) {
	if (events === undefined) return "every event";
	return events.map((filter, i) => (
		<span key={filter}>
			{i > 0 && ", "}
			<bdi className="mono">{filter}</bdi>
		</span>
	));
}
