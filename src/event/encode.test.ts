import { describe, expect, it } from "vitest";
import { blankBody, decodeEvent, type EventId, encodeEvent, eventLine, toEvent } from "./index.ts";

const at = "1970-01-01T00:00:00.000Z";
const text = {
	id: "e-1" as EventId,
	kind: "message" as const,
	source: "user" as const,
	at,
	runId: 'r"1',
	data: '{"role":"user","content":"hi"}',
	metadata: '{"m":1}',
	stateDelta: '{"set":{"k":1}}',
};

describe("the stored body of an event", () => {
	it("SE11: has a fixed order of members, so that a round trip keeps every byte", () => {
		const body = encodeEvent(text);
		expect(body).toBe(
			'{"id":"e-1","kind":"message","source":"user","at":"1970-01-01T00:00:00.000Z","runId":"r\\"1",' +
				'"data":{"role":"user","content":"hi"},"metadata":{"m":1},"stateDelta":{"set":{"k":1}}}',
		);
		expect(JSON.stringify(decodeEvent(3, body))).toBe(eventLine(3, body));
	});

	it("SE4: what an append returns is what reading gives", () => {
		expect(toEvent(3, text)).toEqual(decodeEvent(3, encodeEvent(text)));
		const { runId: _, metadata: __, stateDelta: ___, ...bare } = text;
		expect(toEvent(0, bare)).toEqual(decodeEvent(0, encodeEvent(bare)));
	});

	it("SE4: gives a fresh object at each reading", () => {
		const body = encodeEvent(text);
		const [one, two] = [decodeEvent(0, body), decodeEvent(0, body)];
		expect(one).toEqual(two);
		expect(one.data).not.toBe(two.data);
	});

	it("SE2: blanking keeps identity, kind, source, time and run, and nothing else", () => {
		const blank = decodeEvent(7, blankBody(encodeEvent(text)));
		expect(blank).toEqual({
			offset: 7,
			id: "e-1",
			kind: "message",
			source: "user",
			at: "1970-01-01T00:00:00.000Z",
			runId: 'r"1',
			data: {},
			erased: true,
		});
		expect(blankBody(blankBody(encodeEvent(text)))).toBe(blankBody(encodeEvent(text)));
	});
});
