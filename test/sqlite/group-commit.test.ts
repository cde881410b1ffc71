import { StatementSync } from "node:sqlite";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { type Event, type Holdfast, HoldfastError, type NewEvent } from "../../src/index.ts";
import { openFile, tempDatabase } from "../processes/temp-database.ts";
import { tamper } from "./read-schema.ts";

const ref = { agentId: "a", sessionId: "s" };
const note = (text: string): NewEvent => ({
	kind: "custom",
	source: "integration",
	data: { type: "note", text },
});
const textsOf = (events: Event[]): unknown[] => events.map((event) => event.data.text);

/** How each promise ended: the texts that were stored, or the code it was refused with. */
async function outcomes(appends: Promise<Event[]>[]): Promise<unknown[]> {
	const settled = await Promise.allSettled(appends);
	return settled.map((result) => {
		if (result.status === "fulfilled") return textsOf(result.value);
		return HoldfastError.isInstance(result.reason) ? result.reason.code : result.reason;
	});
}

async function logOf(hf: Holdfast, sessionId = ref.sessionId): Promise<unknown[]> {
	const events = await hf.session({ ...ref, sessionId }).events({ limit: 10_000 });
	expect(events.map((event) => event.offset)).toEqual(events.map((_, i) => i));
	return textsOf(events);
}

describe("SE3 appends that are committed together", () => {
	test("share a transaction only up to a bound on events, and keep their order across several", async () => {
		const hf = await openFile(tempDatabase());
		const runs = vi.spyOn(StatementSync.prototype, "run");
		onTestFinished(() => runs.mockRestore());
		const batch = (name: string) => Array.from({ length: 900 }, (_, i) => note(`${name}${i}`));
		const names = ["a", "b", "c", "d", "e"];
		await Promise.all(names.map((name) => hf.session(ref).append(batch(name))));
		const statements = runs.mock.contexts as StatementSync[];
		expect(statements.filter(({ sourceSQL }) => sourceSQL === "COMMIT")).toHaveLength(3);
		expect(await logOf(hf)).toEqual(names.flatMap((name) => batch(name).map((event) => event.data.text)));
	});

	test("stand alone: of those asked for in one tick, the good are stored and the bad refused", async () => {
		const hf = await openFile(tempDatabase());
		const session = hf.session(ref);
		await session.append(note("first"), { idempotencyKey: "used" });
		const appends = [
			session.append([note("a0"), note("a1")]),
			session.append(note("stale"), { expectedOffset: 0 }),
			session.append(note("b"), { expectedOffset: 3 }),
			session.append(note("another body"), { idempotencyKey: "used" }),
			session.append(note("first"), { idempotencyKey: "used" }),
			session.append(note("ahead"), { expectedOffset: 99 }),
			session.append([note("c0"), note("c1"), note("c2")], { idempotencyKey: "new" }),
			session.append([note("c0"), note("c1"), note("c2")], { idempotencyKey: "new" }),
			session.append(note("d"), { expectedOffset: 7 }),
		];
		expect(await outcomes(appends)).toEqual([
			["a0", "a1"],
			"conflict",
			["b"],
			"conflict",
			["first"],
			"conflict",
			["c0", "c1", "c2"],
			["c0", "c1", "c2"],
			["d"],
		]);
		expect(await logOf(hf)).toEqual(["first", "a0", "a1", "b", "c0", "c1", "c2", "d"]);
	});

	test("stand alone also beside creations, deletions and re-keys in the same tick", async () => {
		const hf = await openFile(tempDatabase());
		await hf.session({ ...ref, sessionId: "old" }).append(note("old"));
		const refused = expect(hf.sessions.create({ ...ref, sessionId: "old" })).rejects.toMatchObject({
			code: "already_exists",
		});
		const missing = expect(
			hf.sessions.rekey({ ...ref, sessionId: "none" }, { sessionId: "x" }),
		).rejects.toMatchObject({
			code: "not_found",
		});
		const appended = outcomes([
			hf.session(ref).append(note("one")),
			hf.session(ref).append(note("stale"), { expectedOffset: 5 }),
			hf.session({ ...ref, sessionId: "never" }).append(note("never"), { expectedOffset: 5 }),
			hf.session({ ...ref, sessionId: "new" }).append(note("two")),
		]);
		const moved = hf.sessions.rekey({ ...ref, sessionId: "old" }, { sessionId: "moved" });
		await Promise.all([refused, missing, moved]);
		expect(await appended).toEqual([["one"], "conflict", "conflict", ["two"]]);
		const { items } = await hf.sessions.list();
		expect(items.map(({ sessionId }) => sessionId).sort()).toEqual(["moved", "new", "s"]);
	});

	test("are those asked for at once, also by a writer that was alone until then", async () => {
		const hf = await openFile(tempDatabase(), { durability: "normal" });
		const run = vi.spyOn(StatementSync.prototype, "run");
		onTestFinished(() => run.mockRestore());
		const commits = (): number =>
			(run.mock.contexts as StatementSync[]).filter(({ sourceSQL }) => sourceSQL === "COMMIT").length;
		for (let n = 0; n < 50; n++) {
			await hf.session(ref).append(note("alone"));
			run.mockClear();
			await Promise.all(Array.from({ length: 20 }, () => hf.session(ref).append(note("together"))));
			// The first need not wait for others; the others share one.
			expect(commits()).toBeLessThanOrEqual(2);
		}
	});

	test("stand alone when there are more than one transaction takes", async () => {
		const hf = await openFile(tempDatabase());
		const appends = Array.from({ length: 1000 }, (_, n) =>
			hf.session(ref).append(note(String(n)), n % 7 === 3 ? { expectedOffset: 1_000_000 } : {}),
		);
		const good = Array.from({ length: 1000 }, (_, n) => n).filter((n) => n % 7 !== 3);
		const results = await outcomes(appends);
		expect(results.filter((result) => result === "conflict")).toHaveLength(1000 - good.length);
		expect(await logOf(hf)).toEqual(good.map(String));
	});
});

describe("SE3 an unexpected failure in the engine", () => {
	/** A trigger of somebody else's makes one event fail in the middle of its unit. */
	function poison(path: string, how: "ABORT" | "FAIL" | "ROLLBACK"): void {
		tamper(
			path,
			`CREATE TRIGGER poison AFTER INSERT ON holdfast_events WHEN NEW.body LIKE '%poison%'
			BEGIN SELECT RAISE(${how}, 'poisoned'); END`,
		);
	}

	test.for(["ABORT", "FAIL"] as const)("takes its own unit back and no other (%s)", async (how) => {
		const path = tempDatabase();
		const hf = await openFile(path);
		await hf.session(ref).append(note("before"));
		poison(path, how);
		const appends = [
			hf.session(ref).append([note("a0"), note("a1")]),
			hf.session(ref).append([note("half"), note("poison"), note("rest")], { idempotencyKey: "k" }),
			hf.session(ref).append(note("b")),
			hf.session({ ...ref, sessionId: "never" }).append([note("half"), note("poison")]),
			hf.session(ref).append(note("stale"), { expectedOffset: 0 }),
			hf.session({ ...ref, sessionId: "other" }).append(note("c")),
		];
		expect(await outcomes(appends)).toEqual([
			["a0", "a1"],
			"unavailable",
			["b"],
			"unavailable",
			"conflict",
			["c"],
		]);
		expect(await logOf(hf)).toEqual(["before", "a0", "a1", "b"]);
		expect(await logOf(hf, "other")).toEqual(["c"]);
		await expect(hf.sessions.get({ ...ref, sessionId: "never" })).rejects.toMatchObject({
			code: "not_found",
		});
		// The key of the failed unit is free: nothing of it was kept.
		tamper(path, "DROP TRIGGER poison");
		await hf.session(ref).append(note("later"), { idempotencyKey: "k" });
		expect(await logOf(hf)).toEqual(["before", "a0", "a1", "b", "later"]);
	});

	test("that ends the whole transaction, as a full disk does, is told by its cause; nothing is half done", async () => {
		const path = tempDatabase();
		const hf = await openFile(path);
		poison(path, "ROLLBACK");
		const appends = ["a", "poison", "b"].map((text) => hf.session(ref).append([note(text), note(text)]));
		const results = await Promise.allSettled(appends);
		const log = await logOf(hf);
		results.forEach((result, i) => {
			const stored = log.filter((text) => text === ["a", "poison", "b"][i]).length;
			expect(stored).toBe(result.status === "fulfilled" ? 2 : 0);
		});
		expect(results[1]).toMatchObject({ status: "rejected", reason: { code: "unavailable" } });
		expect(String(results[1]?.status === "rejected" && results[1].reason)).toContain("poisoned");
		expect(await outcomes([hf.session(ref).append(note("next"))])).toEqual([["next"]]);
	});
});
