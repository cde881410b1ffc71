import { expect, test } from "vitest";
import { untilText } from "./until.ts";

test("IF4: the time that is left is told in a word", () => {
	const now = Date.parse("2026-01-01T00:00:00Z");
	const told = (at?: string): string => untilText(at, now);
	expect(told()).toBe("never");
	expect(told("2026-01-01T00:00:30Z")).toBe("in 30 s");
	expect(told("2026-01-01T00:15:00Z")).toBe("in 15 min");
	expect(told("2026-01-01T23:59:00Z")).toBe("in 23 h");
	expect(told("2026-02-01T00:00:00Z")).toBe("in 31 d");
	expect(told("2025-12-31T00:00:00Z")).toBe("expired");
});
