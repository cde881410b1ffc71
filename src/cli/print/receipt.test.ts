import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { receipt } from "../../session/index.ts";
import { noCounts } from "../../store/ports/index.ts";
import { createScreen } from "../screen/screen.ts";
import { printReceipt } from "./receipt.ts";

function printed(done: Parameters<typeof printReceipt>[1]): string {
	const out = new PassThrough();
	printReceipt(createScreen(out, {}), done);
	return String(out.read());
}

test("ER1: a receipt counts what went, by its name, and says when nothing did", () => {
	const erased = { ...noCounts(), sessions: 1, events: 2_500, facts: 3 };
	expect(printed(receipt(erased, noCounts()))).toBe(
		"✓ Deleted: 1 session, 2,500 events and 3 facts.\n  A scan after the deletion found nothing left.\n",
	);
	expect(printed(receipt(noCounts(), noCounts()))).toContain("Nothing to delete.");
});

test("ER1: what is left is said, and which facts stay", () => {
	const left = { ...noCounts(), events: 2 };
	const ids = Array.from({ length: 7 }, (_, i) => `fact-${i}`);
	const text = printed({ ...receipt(noCounts(), left, ids), forgotten: ["gone"] });
	expect(text).toContain("! Not complete: a scan found 2 events");
	expect(text).not.toContain("found nothing left");
	expect(text).toContain("This includes 1 fact with no other source.");
	expect(text).toContain("7 facts from the deleted data stay.");
	expect(text).toContain("fact-4\n    and 2 more\n");
});
