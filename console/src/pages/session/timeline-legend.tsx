const NAMES = ["user", "agent", "human", "tool", "system"] as const;

/** The colours of the timeline, in the order of its lanes. */
export function TimelineLegend() {
	return (
		<span className="legend session-legend">
			{NAMES.map((name) => (
				<span key={name}>
					<i className={name} />
					{name}
				</span>
			))}
			<span>
				<i className="failed" />
				failed
			</span>
		</span>
	);
}
