/** A value as JSON text. It scrolls, so the keyboard must reach it. */
export function JsonView({ value, label }: { value: unknown; label: string }) {
	return (
		// biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users scroll it with the arrow keys
		<section className="json" tabIndex={0} aria-label={label} dir="ltr">
			<pre>{JSON.stringify(value, undefined, 2)}</pre>
		</section>
	);
}
