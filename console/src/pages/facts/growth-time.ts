import type { GrowthPoint } from "./growth-points.ts";

const DAY = 86_400_000;

/** How moments of these points are told: with the day, the hour or both, as far as they differ. */
export function timeFormat(points: readonly GrowthPoint[]): Intl.DateTimeFormat {
	const span = (points.at(-1)?.at ?? 0) - (points[0]?.at ?? 0);
	if (span < 2 * DAY)
		return new Intl.DateTimeFormat(undefined, {
			...{ month: "short", day: "numeric", hour: "2-digit", minute: "2-digit" },
		});
	return new Intl.DateTimeFormat(undefined, {
		...{ month: "short", day: "numeric" },
		...(span > 300 * DAY && { year: "numeric" }),
	});
}
