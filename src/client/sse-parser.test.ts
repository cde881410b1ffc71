import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createSseParser, type SseMessage } from "./sse-parser.ts";

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

/** What a parser makes of a text in pieces that end at these places. */
function parsed(text: string, cuts: readonly number[] = []): SseMessage[] {
	const bytes = bytesOf(text);
	const { push } = createSseParser();
	const ends = [...cuts, bytes.length].map((cut) => Math.min(cut, bytes.length)).sort((a, b) => a - b);
	return ends.flatMap((end, i) => push(bytes.subarray(ends[i - 1] ?? 0, end)));
}

describe("event streams", () => {
	it.each([
		["one line of data", "data: a\n\n", [{ event: "message", data: "a", id: "" }]],
		["several lines of data are one text", "data: a\ndata:b\ndata\n\n", [{ data: "a\nb\n" }]],
		["only one space is taken off", "data:  a \n\n", [{ data: " a " }]],
		[
			"a name for one message alone",
			"event: x\ndata: 1\n\ndata: 2\n\n",
			[{ event: "x" }, { event: "message" }],
		],
		[
			"the id stays until there is another",
			"id: 7\ndata: a\n\ndata: b\n\nid\ndata: c\n\n",
			[{ id: "7" }, { id: "7" }, { id: "" }],
		],
		["an id with NUL is none", "id: 1\nid: a\u0000b\ndata: x\n\n", [{ id: "1" }]],
		[
			"comments, unknown fields and retry say nothing",
			": hi\n:\nretry: 5\nfoo: bar\ndata: a\n\n",
			[{ data: "a" }],
		],
		["no data, no message", "event: x\nid: 3\n\ndata: a\n\n", [{ event: "message", data: "a", id: "3" }]],
		[
			"carriage returns, alone and before line feeds",
			"data: a\r\rdata: b\r\n\r\ndata: c\n\n",
			[{ data: "a" }, { data: "b" }, { data: "c" }],
		],
		["a byte order mark at the start", "\uFEFFdata: a\n\n", [{ data: "a" }]],
		["what is not ended is not told", "data: a\n\ndata: b\n", [{ data: "a" }]],
		["colons in data", "data: a:b: c\n\n", [{ data: "a:b: c" }]],
		["empty data is a message", "data\n\n", [{ data: "" }]],
	])("SE5: %s", (_, text, messages) => {
		expect(parsed(text)).toMatchObject(messages);
		// One byte at a time, too.
		expect(parsed(text, [...bytesOf(text).keys()])).toEqual(parsed(text));
	});

	it("SE5: wherever the pieces are cut, the messages are the same (property)", () => {
		const ends = fc.constantFrom("\n", "\r\n", "\r");
		const line = fc.constantFrom(
			"data: é👩‍👧",
			"data",
			"id: 4",
			"event: e",
			": c",
			"",
			"",
			"data:x:y",
			"\uFEFFdata: z",
		);
		const text = fc
			.array(fc.tuple(line, ends), { maxLength: 20 })
			// A line that ends with a carriage return before one that begins with a line feed would be one end.
			.map((lines) => lines.map(([what, end]) => what + end).join(""));
		fc.assert(
			fc.property(text, fc.array(fc.nat(400), { maxLength: 8 }), (given, cuts) => {
				expect(parsed(given, cuts)).toEqual(parsed(given));
			}),
		);
	});
});
