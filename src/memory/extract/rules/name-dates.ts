import type { RelativeDate } from "../../text/relative-dates.ts";

const DAY = 86_400_000;
const MONTHS = [
	"January",
	"February",
	"March",
	"April",
	"May",
	"June",
	"July",
	"August",
	"September",
	"October",
	"November",
	"December",
];

/** `8 May 2024`, in UTC. */
export function nameDay(at: number): string {
	const date = new Date(at);
	return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
}

/** `May 2024`, in UTC. */
export function nameMonth(at: number): string {
	const date = new Date(at);
	return `${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
}

/** A stretch of time in words, and what stands before it. */
export interface TimeName {
	preposition: "on" | "in" | "around";
	name: string;
}

/** What a relative date means: `on 8 May 2024`, `in the week of 6 May 2024`, `around March 2024`. */
export function nameSpan({ from, to, precision, text }: RelativeDate): TimeName {
	const start = new Date(from);
	const middle = from + (to - from) / 2;
	switch (precision) {
		case "day":
			return { preposition: "on", name: nameDay(from) };
		case "weekend":
			return { preposition: "on", name: `the weekend of ${nameDay(from)}` };
		case "week":
			// Seven days that are no calendar week are "about then".
			if (start.getUTCDay() === 1 && to - from === 7 * DAY)
				return { preposition: "in", name: `the week of ${nameDay(from)}` };
			return { preposition: "around", name: nameDay(middle - (middle % DAY)) };
		case "season": {
			const season = /spring|summer|autumn|fall|winter/i.exec(text)?.[0].toLowerCase() ?? "";
			return { preposition: "in", name: `${season} ${start.getUTCFullYear()}` };
		}
		case "month":
			return { preposition: start.getUTCDate() === 1 ? "in" : "around", name: nameMonth(middle) };
		case "year":
			if (start.getUTCMonth() === 0 && to - from < 367 * DAY && to - from > 364 * DAY)
				return { preposition: "in", name: String(start.getUTCFullYear()) };
			return to - from > 367 * DAY
				? { preposition: "around", name: String(new Date(middle).getUTCFullYear()) }
				: { preposition: "around", name: nameMonth(middle) };
	}
}
