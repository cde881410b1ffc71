import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { jsonValue, peekLine, readWhole } from "../../session/import-text.ts";
import { textOf } from "./read-text.ts";
import { type SessionLines, splitSessions } from "./split-sessions.ts";

const header = (sessionId: string): string =>
	JSON.stringify({ type: "session", format: "holdfast/1", sessionId });
/** An event may hold what looks like a header. */
const event = (content: string): string =>
	JSON.stringify({ offset: 0, kind: "message", data: { content, type: "session" } });

async function* cut(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
	for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const open = (text: string, size: number) =>
	peekLine(textOf(cut(new TextEncoder().encode(text), size), () => {}));

describe("splitSessions", () => {
	it("SE11: wherever the bytes are cut, sessions are told apart and keep their lines", async () => {
		const content = fc.oneof(fc.string({ unit: "grapheme" }), fc.constant('{"type":"session"}'));
		const sessions = fc.array(fc.array(content, { maxLength: 4 }), { minLength: 1, maxLength: 4 });
		await fc.assert(
			fc.asyncProperty(sessions, fc.integer({ min: 1, max: 40 }), fc.nat(2), async (all, size, blank) => {
				const expected = all.map((events, i) => [header(`s-${i}`), ...events.map(event)]);
				const text = "\n".repeat(blank) + expected.map((lines) => `${lines.join("\n")}\n`).join("");
				const { line, all: pieces } = await open(text, size);
				expect(line).toBe(expected[0]?.[0]);
				const found: SessionLines[] = [];
				for await (const session of splitSessions(pieces)) found.push(session);
				expect(found.map(({ lines }) => lines)).toEqual(expected);
				const before = expected.map((_, i) =>
					expected.slice(0, i).reduce((sum, { length }) => sum + length, 0),
				);
				expect(found.map(({ from }) => from)).toEqual(before.map((lines) => 1 + blank + lines));
			}),
		);
	});

	it("SE11: what is one JSON value is read whole, with or without a mark in front and lines within", async () => {
		const value = [{ role: "user", content: "ä 漢 😀" }];
		for (const text of [JSON.stringify(value), `\ufeff \n${JSON.stringify(value, undefined, 2)}\n`]) {
			const { all } = await open(text, 3);
			expect(jsonValue(await readWhole(all))).toEqual(value);
		}
	});
});
