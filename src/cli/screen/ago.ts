const STEPS: readonly (readonly [seconds: number, unit: string])[] = [
	[60, "s"],
	[3_600, "min"],
	[86_400, "h"],
	[30 * 86_400, "d"],
];

/** The time since a moment: `3 min ago`. More than a month ago: the date. */
export function ago(at: string | undefined, now: number = Date.now()): string {
	if (at === undefined) return "";
	const seconds = Math.floor((now - Date.parse(at)) / 1_000);
	if (Number.isNaN(seconds)) return at;
	if (seconds < 0) return at.slice(0, 16).replace("T", " ");
	if (seconds < 5) return "now";
	let size = 1;
	for (const [below, unit] of STEPS) {
		if (seconds < below) return `${Math.floor(seconds / size)} ${unit} ago`;
		size = below;
	}
	return at.slice(0, 10);
}
