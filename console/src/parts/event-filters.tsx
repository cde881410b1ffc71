/** The event filters of a subscription. */
export function EventFilters({ events }: { events: readonly string[] | undefined }) {
	if (events === undefined) return "all events";
	return events.map((filter, i) => (
		<span key={filter}>
			{i > 0 && ", "}
			<bdi className="mono">{filter}</bdi>
		</span>
	));
}
