import { expect, test } from "vitest";
import { ago } from "./ago.ts";

const now = Date.parse("2026-03-10T12:00:00.000Z");
const before = (seconds: number): string => new Date(now - seconds * 1_000).toISOString();

test("times are told in the largest unit that fits", () => {
	const told = [1, 42, 60, 3_599, 3_600, 90_000, 86_400 * 29].map((seconds) => ago(before(seconds), now));
	expect(told).toEqual(["now", "42 s ago", "1 min ago", "59 min ago", "1 h ago", "1 d ago", "29 d ago"]);
	expect(ago(before(86_400 * 40), now)).toBe("2026-01-29");
	expect(ago(before(-120), now)).toBe("2026-03-10 12:02");
	expect(ago(undefined)).toBe("");
	expect(ago("no time", now)).toBe("no time");
});
