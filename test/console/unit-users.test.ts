import { expect, test } from "vitest";
import { layOut } from "../../console/src/pages/users/lay-out-sessions.ts";
import { parseEntry } from "../../console/src/pages/users/parse-entry.ts";
import { parseValue, typedOf } from "../../console/src/pages/users/parse-value.ts";
import type { Session } from "../../src/index.ts";

const session = (sessionId: string, from: number, to: number, messageCount = 2): Session => ({
	agentId: "support",
	sessionId,
	uid: sessionId,
	mode: "auto",
	metadata: {},
	head: messageCount,
	eventCount: messageCount,
	messageCount,
	createdAt: new Date(from).toISOString(),
	updatedAt: new Date(to).toISOString(),
});

test("IF5: sessions at the same time lie on different lanes, those one after the other on one", () => {
	const { stripes, lanes, begin, end } = layOut([
		session("late", 80_000, 100_000),
		session("long", 0, 60_000),
		session("within", 30_000, 40_000),
	]);
	expect([lanes, begin, end]).toEqual([2, 0, 100_000]);
	expect(stripes.map(({ session: { sessionId }, lane }) => [sessionId, lane])).toEqual([
		["long", 0],
		["within", 1],
		["late", 0],
	]);
	for (const { from, to } of stripes) {
		expect(from).toBeGreaterThanOrEqual(0);
		expect(to).toBeGreaterThanOrEqual(from);
		expect(to).toBeLessThanOrEqual(100);
	}
});

test("IF5: many sessions at once share a few lanes, and one of a single moment has its place", () => {
	const many = Array.from({ length: 100 }, (_, i) => session(`s${i}`, i, 100_000, i * i));
	const laid = layOut(many);
	expect(laid.lanes).toBeLessThanOrEqual(8);
	expect(Math.max(...laid.stripes.map(({ radius }) => radius))).toBeLessThan(10);
	const [only] = layOut([session("only", 5, 5)]).stripes;
	expect(Number.isFinite(only?.from)).toBe(true);
});

test("IF5: a value is a text as it stands, or JSON; what is neither is told how to write", () => {
	expect(parseValue({ sort: "text", text: "42" })).toEqual({ value: "42" });
	expect(parseValue({ sort: "json", text: "42" })).toEqual({ value: 42 });
	expect(parseValue({ sort: "json", text: "gold" })).toMatchObject({
		wrong: expect.stringContaining("choose Text"),
	});
	expect(typedOf("gold")).toEqual({ sort: "text", text: "gold" });
	expect(parseValue(typedOf({ a: [1, null] }))).toEqual({ value: { a: [1, null] } });
});

test("IF5: an entry of the metadata is split at its first equals sign", () => {
	expect(parseEntry(" crm = C=1 ")).toEqual({ key: "crm", value: "C=1" });
	for (const none of ["crm", "=1", " =1", ""]) expect(parseEntry(none)).toBeUndefined();
});
