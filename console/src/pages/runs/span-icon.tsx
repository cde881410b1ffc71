/* One icon for each kind of span, so that colour is not the only mark. The viewBox is 16 × 16. */
const SHAPES: Readonly<Record<string, string>> = {
	run: "M4.5 3l8 5-8 5z",
	step: "M3 4h10M3 8h10M3 12h6",
	model: "M8 1.8l1.7 4.5L14.2 8l-4.5 1.7L8 14.2l-1.7-4.5L1.8 8l4.5-1.7z",
	tool: "M10.2 2.2a3.6 3.6 0 0 0-3.6 5L2.3 11.5l2.2 2.2 4.3-4.3a3.6 3.6 0 0 0 5-3.6l-2 2-2.2-.6-.6-2.2z",
	memory:
		"M3 4c0-1.3 2.2-2 5-2s5 .7 5 2-2.2 2-5 2-5-.7-5-2zM3 4v8c0 1.3 2.2 2 5 2s5-.7 5-2V4M3 8c0 1.3 2.2 2 5 2s5-.7 5-2",
};

export function SpanIcon({ kind }: { kind: string }) {
	return (
		<svg
			className={`run-icon run-kind-${kind}`}
			viewBox="0 0 16 16"
			fill="none"
			stroke="currentColor"
			strokeWidth="1.5"
			strokeLinecap="round"
			strokeLinejoin="round"
			aria-hidden="true"
		>
			<path d={SHAPES[kind] ?? "M8 3v10M3 8h10"} />
		</svg>
	);
}
