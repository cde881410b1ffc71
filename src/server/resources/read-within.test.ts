import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Event } from "../../event/index.ts";
import { type ReadOptions, toQuery } from "../../session/read-events.ts";
import { readWithin } from "./read-within.ts";

const event = (offset: number, content = "x"): Event =>
	({ id: `e${offset}`, offset, kind: "message", data: { role: "user", content } }) as unknown as Event;

/** A log that is read as the library reads it. `most` is the highest limit that was requested. */
function logOf(events: readonly Event[]) {
	const log = {
		most: 0,
		async read(options: ReadOptions): Promise<Event[]> {
			const { after = -1, before = Number.POSITIVE_INFINITY, newest, limit } = toQuery(options);
			log.most = Math.max(log.most, limit);
			const found = events.filter(({ offset }) => offset > after && offset < before);
			return newest ? (limit === 0 ? [] : found.slice(-limit)) : found.slice(0, limit);
		},
	};
	return log;
}

describe("SE4 reading in parts", () => {
	it("gives what reading at once gives, whatever is asked for", async () => {
		const log = logOf(Array.from({ length: 700 }, (_, i) => event(i * 2)));
		const number = fc.option(fc.integer({ min: 0, max: 1_500 }), { nil: undefined });
		await fc.assert(
			fc.asyncProperty(number, number, number, fc.boolean(), async (after, before, count, newest) => {
				const options = { after, before, ...(newest ? { last: count } : { limit: count }) };
				expect(await readWithin(log.read, options)).toEqual(await log.read(options));
			}),
		);
	});

	it("never holds many at once, and refuses what is too long for an answer", async () => {
		const log = logOf(Array.from({ length: 5_000 }, (_, i) => event(i, "y".repeat(1_000))));
		for (const options of [{ limit: 10_000 }, { last: 10_000 }, {}])
			await expect(readWithin(log.read, options, 500_000)).rejects.toMatchObject({ code: "limit_exceeded" });
		expect(log.most).toBeLessThan(200);
		expect(await readWithin(log.read, { limit: 400 }, 500_000)).toHaveLength(400);
	});

	it.each([{ limit: 20_000 }, { limit: 200.5 }, { limit: 200, last: 200 }, { last: "x" as never }])(
		"leaves %j to the library to refuse",
		async (options) => {
			await expect(readWithin(logOf([]).read, options)).rejects.toMatchObject({ code: "invalid" });
		},
	);
});
