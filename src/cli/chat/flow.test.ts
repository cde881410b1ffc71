import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { widthOf } from "../screen/fit-text.ts";
import { neutralise } from "../screen/neutralise.ts";
import type { Screen } from "../screen/screen.ts";
import { createFlow } from "./flow.ts";

/** A screen that keeps what is printed, and how it was cut. */
function fakeScreen(width: number) {
	const pieces: string[] = [];
	const text: Screen["text"] = (...spans) => {
		for (const span of spans) pieces.push(neutralise(typeof span === "string" ? span : span.text));
	};
	const screen = { isTty: true, width, text } as Screen;
	return { screen, pieces, shown: () => pieces.join("") };
}

function flowed(deltas: readonly string[], width: number, lead = ""): string {
	const { screen, shown } = fakeScreen(width);
	const flow = createFlow(screen, lead === "" ? [] : [lead]);
	for (const delta of deltas) flow.push(delta);
	flow.end();
	return shown();
}

describe("IF4: text that streams", () => {
	test("is broken between words, wherever the pieces were cut", () => {
		const text = "Your order is on its way and should be with you tomorrow.";
		const expected = "bot: Your order is\non its way and\nshould be with you\ntomorrow.\n";
		expect(flowed([text], 18, "bot: ")).toBe(expected);
		expect(flowed([...text], 18, "bot: ")).toBe(expected);
	});

	test("comes as it comes: all but the last word", () => {
		const { screen, shown } = fakeScreen(80);
		const flow = createFlow(screen);
		flow.push("Hello wor");
		expect(shown()).toBe("Hello");
		flow.push("ld, ");
		expect(shown()).toBe("Hello world,");
	});

	test("has no character in halves, and no escape sequence", () => {
		expect(flowed(["a \ud83d", "\ude00 b"], 40)).toBe("a \u{1f600} b\n");
		expect(flowed(["x\u001b", "[31mred\u001b", "]0;t\u0007"], 40)).toBe("x␛[31mred␛]0;t␇\n");
		expect(flowed(["one\r", "\ntwo"], 40)).toBe("one\ntwo\n");
		expect(flowed([`${"x".repeat(70)}\ud83d`, "\ude00"], 200)).toBe(`${"x".repeat(70)}\u{1f600}\n`);
	});

	test("of a script without spaces does not wait for one", () => {
		const { screen, shown } = fakeScreen(10);
		const flow = createFlow(screen);
		flow.push("東京都渋谷区");
		expect(shown()).toBe("東京都渋谷");
	});

	test("keeps its words and line ends, and no line with a space in it is too wide", () => {
		const piece = fc.string({
			unit: fc.constantFrom("a", "bc", " ", "\n", "é", "東", "\u{1f600}", "\u001b"),
		});
		fc.assert(
			fc.property(fc.array(piece), fc.integer({ min: 20, max: 40 }), (deltas, width) => {
				const shown = flowed(deltas, width);
				const squeezed = (text: string): string => neutralise(text).replaceAll(/\s+/g, "");
				expect(squeezed(shown)).toBe(squeezed(deltas.join("")));
				for (const line of shown.split("\n"))
					if (line.includes(" ")) expect(widthOf(line)).toBeLessThanOrEqual(width);
			}),
		);
	});
});
