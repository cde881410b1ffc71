import fc from "fast-check";
import { expect, test } from "vitest";
import { createPasteFilter, withLineEnds } from "./paste.ts";

const paste = (text: string): string => `\u001b[200~${text}\u001b[201~`;

test("IF4: what is pasted is one message, and no key", () => {
	const filter = createPasteFilter();
	const keys = filter(`a${paste("one\r\ntwo\rthree\n\u0003\u001b[A")}b\r`);
	expect(keys).toBe("aone⏎two⏎three⏎␃␛[Ab\r");
	expect(withLineEnds("one⏎two")).toBe("one\ntwo");
});

test("IF4: a paste may come in any pieces; keys beside it stay as they are", () => {
	fc.assert(
		fc.property(fc.array(fc.nat({ max: 40 })), (cuts) => {
			const typed = `hi \u001b[A${paste("one\r\ntwo\u001b[")} there\u001b[D\r`;
			const filter = createPasteFilter();
			let given = "";
			let from = 0;
			for (const cut of [...cuts.toSorted((a, b) => a - b), typed.length]) {
				// A terminal sends the first two of a mark together: Escape alone is a key.
				const to = typed[cut - 1] === "\u001b" ? cut + 1 : cut;
				given += filter(typed.slice(from, Math.max(from, to)));
				from = Math.max(from, to);
			}
			expect(given).toBe("hi \u001b[Aone⏎two␛[ there\u001b[D\r");
		}),
	);
});
