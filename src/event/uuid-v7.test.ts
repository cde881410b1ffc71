import { expect, it } from "vitest";
import { uuidV7 } from "./index.ts";

const FORM = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const timeOf = (id: string): number => Number.parseInt(id.slice(0, 13).replace("-", ""), 16);

it("ID4: an id has the form of a UUID of version 7 and begins with its time", () => {
	const before = Date.now();
	const id = uuidV7();
	expect(id).toMatch(FORM);
	expect(timeOf(id)).toBeGreaterThanOrEqual(before);
	expect(timeOf(id)).toBeLessThanOrEqual(Date.now() + 1);
});

it("ID4: ids are unique and in order, also many within a millisecond and when the clock goes back", () => {
	const now = Date.now() + 1_000;
	const ids = Array.from({ length: 20_000 }, (_, i) => uuidV7(i % 3 === 0 ? now : now - 5_000));
	expect(new Set(ids).size).toBe(ids.length);
	expect(ids.every((id) => FORM.test(id))).toBe(true);
	for (let i = 1; i < ids.length; i++) if ((ids[i - 1] as string) >= (ids[i] as string)) expect.unreachable();
});

it("ID4: times of more than 32 bits are written whole", () => {
	const future = 0x7fed_cba9_8765;
	expect(timeOf(uuidV7(future))).toBe(future);
});
