const UNITS: readonly (readonly [seconds: number, unit: string])[] = [
	[86_400, "d"],
	[3_600, "h"],
	[60, "min"],
	[1, "s"],
];

/** The time until a moment: `in 3 h`; `expired` if it is past, `never` if there is none. */
export function untilText(at: string | undefined, now: number = Date.now()): string {
	if (at === undefined) return "never";
	const seconds = Math.floor((Date.parse(at) - now) / 1_000);
	if (Number.isNaN(seconds)) return at;
	if (seconds <= 0) return "expired";
	const [size, unit] = UNITS.find(([least]) => seconds >= least) ?? [1, "s"];
	return `in ${Math.floor(seconds / size)} ${unit}`;
}
