const format = new Intl.DateTimeFormat(undefined, { timeStyle: "medium" });
const whole = new Intl.DateTimeFormat(undefined, { dateStyle: "full", timeStyle: "medium" });

/** The time of day; the date is its tooltip. */
export function Clock({ at }: { at: string }) {
	const date = new Date(at);
	return (
		<time dateTime={at} title={whole.format(date)}>
			{format.format(date)}
		</time>
	);
}
