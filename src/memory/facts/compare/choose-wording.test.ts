import { describe, expect, it } from "vitest";
import { chooseWording } from "./index.ts";

const worded = (content: string, at = 1, confidence = 0.8) => ({ content, importance: 0.5, confidence, at });

describe("two statements become one (FA3)", () => {
	it("keeps the more specific words", () => {
		const plain = worded("The user plays guitar.", 2);
		const rich = worded("The user plays jazz guitar in Ghent.", 1);
		expect(chooseWording(plain, rich)).toBe(rich.content);
		expect(chooseWording(rich, plain)).toBe(rich.content);
	});

	it("keeps the clearer words when both say as much", () => {
		expect(chooseWording(worded("The user lost her keys."), worded("The user lost the keys."))).toBe(
			"The user lost the keys.",
		);
	});

	it("keeps the surer, then the shorter, then the newer words", () => {
		const long = "The user really likes hiking.";
		const short = "The user likes hiking.";
		expect(chooseWording(worded(long, 1, 0.9), worded(short, 1, 0.6))).toBe(long);
		expect(chooseWording(worded(long), worded(short))).toBe(short);
		expect(chooseWording(worded("The user likes tea.", 1), worded("The user loves tea.", 2))).toBe(
			"The user loves tea.",
		);
	});

	it("does not depend on the order of its arguments", () => {
		const a = worded("The user likes tea.");
		const b = worded("The user loves tea.");
		expect(chooseWording(a, b)).toBe(chooseWording(b, a));
	});
});
