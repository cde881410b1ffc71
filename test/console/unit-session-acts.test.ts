import { describe, expect, test } from "vitest";
import { copyId } from "../../console/src/pages/session-acts/copy-id.ts";
import {
	faultOf,
	patchOf,
	readValue,
	showValue,
	toRows,
} from "../../console/src/pages/session-acts/metadata-text.ts";
import { mergeHead, type SessionPages, sessionsOf } from "../../console/src/pages/sessions/merge-head.ts";
import { fileName } from "../../console/src/parts/download.ts";
import type { Session } from "../../src/index.ts";

describe("IF5: metadata as people type it", () => {
	test.each([
		["plain"],
		["42"],
		["null"],
		['"quoted"'],
		["{brace"],
		[""],
		[42],
		[null],
		[true],
		[["vip"]],
		[{ a: 1 }],
	])("%j is shown so that it is read back as the same", (value) => {
		expect(readValue(showValue(value))).toEqual(value);
	});

	test("only what was changed is written; what the runtime keeps is left alone", () => {
		const kept = { external_id: "z-1", channel: "web", step_outputs: { a: 1 }, n: 1 };
		const rows = toRows(kept)
			.filter(({ key }) => key !== "channel")
			.map((row) => (row.key === "n" ? { ...row, text: "2" } : row));
		const more = { id: 9, key: "tags", text: '["vip"]' };
		expect(patchOf(kept, [...rows, more])).toEqual({ set: { n: 2, tags: ["vip"] }, unset: ["channel"] });
	});

	test("half-written JSON, and a key that is there twice, are told", () => {
		const row = { id: 0, key: "a", text: '{"b":' };
		expect(faultOf(row, [row])).toMatch(/Not valid JSON/);
		const same = { id: 1, key: "a", text: "1" };
		expect(faultOf(same, [row, same])).toMatch(/twice/);
		expect(faultOf({ id: 2, key: "", text: "" }, [])).toBeUndefined();
	});
});

test("IF5: the name of a file is safe, whatever the id is", () => {
	expect(fileName("../../etc/passwd", "jsonl")).toBe("etc-passwd.jsonl");
	expect(fileName("طلب", "jsonl")).toBe("session.jsonl");
	expect(fileName("a b:c", "json")).toBe("a-b-c.json");
});

describe("IF5: the newest sessions come in at the top of what is known", () => {
	const at = (uid: string, second: number): Session =>
		({ uid, updatedAt: new Date(second * 1_000).toISOString() }) as Session;
	const known: SessionPages = {
		pages: [
			{ items: [at("e", 50), at("d", 40)], next: "1" },
			{ items: [at("c", 30), at("b", 20)], next: "2" },
		],
		pageParams: [undefined, "1"],
	};
	const uids = (pages: SessionPages): string =>
		sessionsOf(pages)
			.map(({ uid }) => uid)
			.join("");

	test("one that changed is at its new place, once", () => {
		const head = { items: [at("f", 70), at("b", 60), at("e", 50)], next: "x" };
		const merged = mergeHead(known, head, "updated");
		expect(uids(merged)).toBe("fbedc");
		expect(merged.pages.at(-1)?.next).toBe("2");
	});

	test("one that should be there and is not, is gone", () => {
		expect(uids(mergeHead(known, { items: [at("e", 50), at("c", 30)], next: "x" }, "updated"))).toBe("ecb");
	});

	test("where others may be between, the list begins again", () => {
		expect(uids(mergeHead(known, { items: [at("z", 90), at("y", 80)], next: "x" }, "updated"))).toBe("zy");
	});

	test("a first page without a next one is all there is", () => {
		expect(uids(mergeHead(known, { items: [at("e", 50)] }, "updated"))).toBe("e");
	});
});

test("IF5: the id of a copy says of which session it is, is an id, and does not grow with each copy", () => {
	const first = copyId("ada-order", 1_000_000);
	expect(first).toMatch(/^ada-order-playground-[a-z0-9]+$/);
	expect(copyId(first, 2_000_000)).toMatch(/^ada-order-playground-[a-z0-9]+$/);
	expect(copyId(first, 2_000_000)).not.toBe(first);
	const long = copyId(`${"a".repeat(399)}😀${"b".repeat(100)}`, 1);
	expect(long.length).toBeLessThan(500);
	expect(long.isWellFormed()).toBe(true);
});
