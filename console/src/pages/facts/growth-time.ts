import type { GrowthPoint } from "./growth-points.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** The time format for these points: seconds, hours, days or years, depending on their range. */
export function timeFormat(points: readonly GrowthPoint[]): Intl.DateTimeFormat {
	const span = (points.at(-1)?.at ?? 0) - (points[0]?.at ?? 0);
	const time = { hour: "2-digit", minute: "2-digit" } as const;
	if (span < HOUR) return new Intl.DateTimeFormat(undefined, { ...time, second: "2-digit" });
	return new Intl.DateTimeFormat(undefined, {
		month: "short",
		day: "numeric",
		...(span < 2 * DAY && time),
		...(span > 300 * DAY && { year: "numeric" }),
	});
}
