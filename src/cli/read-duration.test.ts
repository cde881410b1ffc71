import { expect, test } from "vitest";
import { readDuration } from "./read-duration.ts";
import { UsageError } from "./usage-error.ts";

test("IF4: lengths of time are read as people write them", () => {
	const read = (text: string): number => readDuration(text, "--expires");
	expect(["90s", "15m", "12h", "30d", "2W", " 1d "].map(read)).toEqual([
		90, 900, 43_200, 2_592_000, 1_209_600, 86_400,
	]);
	for (const wrong of ["", "15", "m", "0d", "-1d", "1.5h", "1y", "15 m", "9999999999d"])
		expect(() => read(wrong), wrong).toThrow(UsageError);
});
