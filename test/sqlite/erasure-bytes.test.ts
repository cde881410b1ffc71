import { DatabaseSync } from "node:sqlite";
import { describe, expect, test } from "vitest";
import type { Holdfast, NewEvent } from "../../src/index.ts";
import { startWorker } from "../processes/start-worker.ts";
import { openFile, tempDatabase } from "../processes/temp-database.ts";
import { filesWith } from "./find-bytes.ts";
import { tamper } from "./read-schema.ts";

const MARKER = "archaeopteryx";
const CONTROL = "pterodactyl";
const ref = { agentId: "a", sessionId: "s", userId: `user-${MARKER}` };

const say = (text: string): NewEvent => ({
	kind: "message",
	source: "user",
	data: { role: "user", content: text },
});

/** The text in every place that belongs to one session and its user, beside others that stay. */
async function fill(hf: Holdfast): Promise<void> {
	const session = hf.session(ref);
	// From a few bytes to several pages.
	for (const length of [1, 20, 300, 2000]) await session.append(say(`${MARKER} `.repeat(length)));
	await session.append({
		...say(MARKER),
		stateDelta: { set: { [MARKER]: MARKER, [`user:${MARKER}`]: MARKER } },
	});
	await session.append({ ...say("x"), metadata: { [MARKER]: MARKER } }, { idempotencyKey: MARKER });
	await session.updateMetadata({
		set: { note: MARKER, external_id: MARKER, event_webhook_url: `https://example.com/${MARKER}` },
	});
	await session.setTitle(MARKER);
	await session.end();
	await hf.users.upsert(ref.userId, {
		displayName: MARKER,
		variables: { v: MARKER },
		metadata: { m: MARKER },
	});
	const other = hf.session({ agentId: "a", sessionId: "other", userId: "other" });
	for (let i = 0; i < 20; i++) await other.append(say(`${CONTROL} `.repeat(50)));
}

async function expectErased(path: string): Promise<void> {
	expect(filesWith(path, MARKER)).toEqual([]);
	expect(filesWith(path, CONTROL)).toEqual(["holdfast.db"]);
}

describe("ER1 what is erased is in no byte of the file or its write-ahead log", () => {
	test("after users.delete", async () => {
		const path = tempDatabase();
		const hf = await openFile(path);
		await fill(hf);
		expect(filesWith(path, MARKER)).not.toEqual([]);
		expect(await hf.users.delete(ref.userId)).toMatchObject({ complete: true });
		await hf.close();
		await expectErased(path);
	});

	test("after sessions.delete, once it was in the main file", async () => {
		const path = tempDatabase();
		const first = await openFile(path);
		const named = { agentId: "a", sessionId: MARKER };
		for (const length of [1, 300, 2000]) await first.session(named).append(say(`${MARKER} `.repeat(length)));
		await first.session(named).state.set({ [MARKER]: MARKER.repeat(1000) });
		await first.session({ agentId: "a", sessionId: "other" }).append(say(CONTROL));
		await first.close();
		expect(filesWith(path, MARKER)).toEqual(["holdfast.db"]);
		const hf = await openFile(path);
		expect(await hf.sessions.delete(named)).toMatchObject({ complete: true });
		await hf.close();
		await expectErased(path);
	});

	test("after session.erase of single events; the log keeps its offsets", async () => {
		const path = tempDatabase();
		const hf = await openFile(path);
		const session = hf.session({ agentId: "a", sessionId: "s" });
		await session.append([
			say(CONTROL),
			say(MARKER),
			say(`${MARKER} `.repeat(2000)),
			say(CONTROL),
			say(MARKER),
		]);
		await session.erase([1, 2, 4]);
		expect((await session.events()).map((event) => event.offset)).toEqual([0, 1, 2, 3, 4]);
		await hf.close();
		await expectErased(path);
	});

	test("after an erase of the agent, and of everything", async () => {
		for (const scope of [{ agentId: "b" }, { everything: true }] as const) {
			const path = tempDatabase();
			const hf = await openFile(path);
			const session = hf.session({ agentId: "b", sessionId: MARKER });
			await session.append({ ...say(MARKER), stateDelta: { set: { [`app:${MARKER}`]: MARKER } } });
			expect(filesWith(path, MARKER)).not.toEqual([]);
			expect(await hf.erase(scope)).toMatchObject({ complete: true });
			await hf.close();
			expect(filesWith(path, MARKER)).toEqual([]);
		}
	});

	test("also when another process had the file open meanwhile, once it has closed it too", async () => {
		const path = tempDatabase();
		const hf = await openFile(path);
		await fill(hf);
		const worker = await startWorker(path);
		await worker.tell({ do: "append", ref: { agentId: "a", sessionId: "third" }, events: [say(CONTROL)] });
		await hf.users.delete(ref.userId);
		await hf.close();
		await worker.tell({ do: "append", ref: { agentId: "a", sessionId: "third" }, events: [say(CONTROL)] });
		await worker.close();
		await expectErased(path);
	});

	test("also when the other process deletes, and this one is the last to close", async () => {
		const path = tempDatabase();
		const hf = await openFile(path);
		const named = { agentId: "a", sessionId: MARKER };
		await hf.session(named).append([say(MARKER), say(`${MARKER} `.repeat(2000))]);
		await hf.session({ agentId: "a", sessionId: "other" }).append(say(CONTROL));
		const worker = await startWorker(path);
		await worker.tell({ do: "delete", ref: named });
		await worker.close();
		await hf.close();
		await expectErased(path);
	});

	test("after compact, also where splits of pages left old bytes behind", async () => {
		const path = tempDatabase();
		const hf = await openFile(path);
		// Many keys that grow and shrink in a few sessions: the b-tree of state splits again and again.
		for (let i = 0; i < 2000; i++) {
			const user = i % 10 === 7 ? ref.userId : `user-${i % 10}`;
			const text = `${i % 10 === 7 ? MARKER : CONTROL}${"-".repeat((i * 37) % 200)}`;
			const session = hf.session({ agentId: "a", sessionId: "s", userId: user });
			await session.state.set({ [`k${i % 100}`]: text, [`user:k${i % 50}`]: text });
		}
		expect(await hf.users.delete(ref.userId)).toMatchObject({ complete: true });
		await hf.compact();
		expect(filesWith(path, MARKER)).toEqual([]);
		await hf.close();
		await expectErased(path);
	});

	test("after compact, or it says that another process keeps the old bytes in use", async () => {
		const path = tempDatabase();
		const hf = await openFile(path, { busyTimeoutMs: 20 });
		await fill(hf);
		// Into the main file, where only a checkpoint overwrites it.
		tamper(path, "PRAGMA wal_checkpoint(TRUNCATE)");
		const reader = new DatabaseSync(path, { readOnly: true });
		reader.exec("BEGIN");
		reader.prepare("SELECT count(*) FROM holdfast_events").get();
		await hf.users.delete(ref.userId);
		await expect(hf.compact()).rejects.toMatchObject({ code: "unavailable", retryable: true });
		expect(filesWith(path, MARKER)).not.toEqual([]);
		reader.close();
		await hf.compact();
		await expectErased(path);
	});
});
