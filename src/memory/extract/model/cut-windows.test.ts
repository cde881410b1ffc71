import { describe, expect, it } from "vitest";
import type { Line } from "../extraction.ts";
import { cutWindows } from "./cut-windows.ts";

const line = (offset: number, text: string): Line => ({ offset, role: "user", text, at: 0, trusted: true });
const lines = Array.from({ length: 50 }, (_, i) => line(i, "word ".repeat(20)));

describe("cutWindows", () => {
	it("has every line once as itself, and lines of the window before as context", () => {
		const windows = cutWindows(lines, 400);
		expect(windows.length).toBeGreaterThan(5);
		const own = windows.flatMap((window) => window.filter(({ context }) => !context));
		expect(own.map((each) => each.line.offset)).toEqual(lines.map(({ offset }) => offset));
		for (const window of windows.slice(1)) expect(window[0]?.context).toBe(true);
	});

	it("is one window when all fits, and none when there is nothing", () => {
		expect(cutWindows(lines, 1e6)).toHaveLength(1);
		expect(cutWindows([], 400)).toEqual([]);
	});

	it("cuts a line that is longer than a window", () => {
		const [window, ...rest] = cutWindows([line(1, "x".repeat(1e6)), line(2, "ok")], 400);
		expect(rest).toEqual([]);
		expect(window?.[0]?.text.length).toBeLessThan(500);
		expect(window?.[0]?.text.endsWith("…")).toBe(true);
	});
});
