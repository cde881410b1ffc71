import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import type { Holdfast, NewEvent } from "../../src/index.ts";
import type { LockHolderInput } from "./children/lock-holder.ts";
import { type Child, startChild } from "./start-child.ts";
import { openFile, tempDatabase } from "./temp-database.ts";

const ref = { agentId: "a", sessionId: "s" };
const note = (text: string): NewEvent => ({
	kind: "custom",
	source: "integration",
	data: { type: "note", text },
});

async function textsOf(hf: Holdfast): Promise<unknown[]> {
	return (await hf.session(ref).events()).map((event) => event.data.text);
}

/** Another process that holds the write lock. */
async function holdLock(path: string): Promise<Child<object>> {
	const child = startChild<object>("lock-holder", { path } satisfies LockHolderInput);
	await child.message();
	return child;
}

async function release(holder: Child<object>): Promise<void> {
	holder.send({ release: true });
	await holder.ended();
}

/** Lets the event loop turn, and timers fire, many times. A loop that is blocked does not get there. */
async function turnTheLoop(turns: number): Promise<void> {
	for (let turn = 0; turn < turns; turn++) {
		await nextTurn();
		if (turn % 20 === 0) await new Promise((resolve) => setTimeout(resolve, 1));
	}
}

test("SE3 appends wait for another process's lock without blocking the event loop, and go through after it", async () => {
	const path = tempDatabase();
	const hf = await openFile(path);
	await hf.session(ref).append(note("before"));
	const holder = await holdLock(path);
	let settled = 0;
	const appends = ["a", "b", "c"].map((text) => hf.session(ref).append([note(text), note(text)]));
	const deleted = hf.sessions.delete({ ...ref, sessionId: "other" });
	for (const append of appends) void append.then(() => settled++);
	await turnTheLoop(2000);
	expect(settled).toBe(0);
	// Reads go on, of this process's own connection and of one that opens now.
	expect(await textsOf(hf)).toEqual(["before"]);
	expect(await hf.session(ref).state.get()).toEqual({});
	expect(await textsOf(await openFile(path))).toEqual(["before"]);
	expect(settled).toBe(0);
	await release(holder);
	await Promise.all([...appends, deleted]);
	expect(await textsOf(hf)).toEqual(["before", "a", "a", "b", "b", "c", "c"]);
});

test("SE3 an append that waited too long is refused as unavailable and retryable, with nothing written", async () => {
	const path = tempDatabase();
	const hf = await openFile(path, { busyTimeoutMs: 20 });
	await hf.session(ref).append(note("before"));
	const holder = await holdLock(path);
	const appends = ["a", "b"].map((text) => hf.session(ref).append(note(text), { idempotencyKey: text }));
	const others = [
		hf.session(ref).state.set({ key: 1 }),
		hf.sessions.create({ agentId: "a" }),
		hf.users.upsert("u", {}),
	];
	for (const refused of await Promise.allSettled([...appends, ...others])) {
		expect(refused).toMatchObject({ status: "rejected", reason: { code: "unavailable", retryable: true } });
	}
	expect(await textsOf(hf)).toEqual(["before"]);
	await release(holder);
	expect(await textsOf(hf)).toEqual(["before"]);
	expect((await hf.sessions.list()).items).toHaveLength(1);
	// Trying again is all it takes.
	await hf.session(ref).append(note("a"), { idempotencyKey: "a" });
	expect(await textsOf(hf)).toEqual(["before", "a"]);
});

test("SE3 a lock whose holder is killed is free again", async () => {
	const path = tempDatabase();
	const hf = await openFile(path);
	await hf.session(ref).append(note("before"));
	const holder = await holdLock(path);
	const append = hf.session(ref).append(note("after"));
	await turnTheLoop(200);
	await holder.kill();
	await append;
	expect(await textsOf(hf)).toEqual(["before", "after"]);
});

test("SE3 closing waits for the writes that wait for a lock", async () => {
	const path = tempDatabase();
	const hf = await openFile(path);
	await hf.session(ref).append(note("before"));
	const holder = await holdLock(path);
	const append = hf.session(ref).append(note("asked for before the close"));
	const closed = hf.close();
	await turnTheLoop(200);
	await release(holder);
	await Promise.all([append, closed]);
	expect(await textsOf(await openFile(path))).toEqual(["before", "asked for before the close"]);
});

test("SE3 closing ends also when the writes that wait for a lock are refused", async () => {
	const path = tempDatabase();
	const hf = await openFile(path, { busyTimeoutMs: 20 });
	await hf.session(ref).append(note("before"));
	const holder = await holdLock(path);
	const refused = expect(hf.session(ref).append(note("never"))).rejects.toMatchObject({
		code: "unavailable",
	});
	await hf.close();
	await refused;
	await release(holder);
	expect(await textsOf(await openFile(path))).toEqual(["before"]);
});
