import { existsSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import type { Event, Holdfast } from "../../src/index.ts";
import { postgresMissing } from "../postgres/server/find-binaries.ts";
import { batchOf, type Keyed, keyOf, sessionOf } from "./children/keyed-batches.ts";
import type { KeyedAcknowledgement, KeyedWriterInput } from "./children/keyed-writer.ts";
import { newPostgresPlace, onEachStore, onPostgres, onSqlite } from "./on-each-store.ts";
import { startChild } from "./start-child.ts";
import { isPostgres, type Place } from "./store-at.ts";
import { openFile, tempDatabase } from "./temp-database.ts";

const WRITERS = 4;
const SESSIONS = [sessionOf(0), sessionOf(1)];

/** Everything that some process was told is stored: session → offset → key. */
type Promised = Map<string, Map<number, string>>;

/** The random wait is the experiment: where in its work the process dies. */
const moment = (ms: number): Promise<void> =>
	new Promise((resolve) => setTimeout(resolve, Math.random() * ms));

/** One life of a writer process, ended by SIGKILL; returns how many batches each writer was acknowledged. */
async function liveAndDie(given: Omit<KeyedWriterInput, "writers">, promised: Promised): Promise<number[]> {
	const child = startChild<KeyedAcknowledgement>("keyed-writer", {
		...given,
		writers: WRITERS,
	} satisfies KeyedWriterInput);
	// Every third one dies anywhere from its birth on: while it loads, opens, migrates, or writes.
	if (given.life % 3 === 2) {
		await moment(500);
	} else {
		await child.message();
		await moment(150);
	}
	await child.kill();
	const counts = Array.from({ length: WRITERS }, () => 0);
	for (const { writer, n, offsets } of child.messages) {
		counts[writer] = n + 1;
		for (const offset of offsets) promised.get(sessionOf(writer))?.set(offset, keyOf(given.life, writer, n));
	}
	return counts;
}

const keyed = (event: Event): Keyed => event.data as unknown as Keyed;

/** Gap-free, whole batches only, each key once, and every promise kept. */
function expectWhole(log: Event[], promised: Map<number, string>): void {
	expect(log.map((event) => event.offset)).toEqual(log.map((_, i) => i));
	const entries = log.map((event) => keyed(event));
	const whole: { key: string; index: number }[] = [];
	while (whole.length < log.length) {
		const { key, size } = entries[whole.length] as Keyed;
		for (let index = 0; index < size; index++) whole.push({ key, index });
	}
	expect(entries.map(({ key, index }) => ({ key, index }))).toEqual(whole);
	const starts = whole.filter(({ index }) => index === 0);
	expect(new Set(starts.map(({ key }) => key)).size).toBe(starts.length);
	const kept = Array.from(promised.keys(), (offset): [number, string | undefined] => [
		offset,
		entries[offset]?.key,
	]);
	expect(kept).toEqual([...promised]);
}

async function readLogs(hf: Holdfast): Promise<Map<string, Event[]>> {
	const logs = new Map<string, Event[]>();
	for (const sessionId of SESSIONS) {
		const session = hf.session({ agentId: "a", sessionId });
		const log: Event[] = [];
		for (;;) {
			const page = await session.events({ after: log.length - 1, limit: 10_000 });
			if (page.length === 0) break;
			log.push(...page);
		}
		logs.set(sessionId, log);
	}
	return logs;
}

/**
 * The client's way out of doubt: repeat what was not acknowledged, with the same key. What is stored already comes
 * back as it is; the next look at the log shows that nothing is there twice.
 */
async function retryLast(
	hf: Holdfast,
	logs: Map<string, Event[]>,
	life: number,
	counts: number[],
	promised: Promised,
) {
	for (let writer = 0; writer < WRITERS; writer++) {
		const key = keyOf(life, writer, counts[writer] as number);
		const sessionId = sessionOf(writer);
		const there = logs.get(sessionId)?.filter((event) => keyed(event).key === key) ?? [];
		const stored = await hf
			.session({ agentId: "a", sessionId })
			.append(batchOf(key), { idempotencyKey: key });
		expect(stored.map((event) => keyed(event).key)).toEqual(batchOf(key).map(() => key));
		if (there.length > 0) expect(stored).toEqual(there);
		for (const { offset } of stored) promised.get(sessionId)?.set(offset, key);
	}
}

async function expectKept(hf: Holdfast, promised: Promised): Promise<Map<string, Event[]>> {
	const logs = await readLogs(hf);
	for (const [id, log] of logs) expectWhole(log, promised.get(id) ?? new Map());
	return logs;
}

function expectSound(path: Place): void {
	if (isPostgres(path) || !existsSync(path)) return;
	const database = new DatabaseSync(path);
	expect(database.prepare("PRAGMA integrity_check").all()).toEqual([{ integrity_check: "ok" }]);
	database.close();
}

const nothingPromised = (): Promised => new Map(SESSIONS.map((id) => [id, new Map<number, string>()]));

/** Several lives and deaths at one place; returns how many events were promised by then. */
async function killAt(path: Place, durability: "full" | "normal", kills: number): Promise<number> {
	const promised = nothingPromised();
	for (let life = 0; life < kills; life++) {
		const counts = await liveAndDie({ path, life, durability }, promised);
		expectSound(path);
		const hf = await openFile(path, { durability });
		await retryLast(hf, await expectKept(hf, promised), life, counts, promised);
		await hf.close();
	}
	const hf = await openFile(path, { durability });
	await expectKept(hf, promised);
	return [...promised.values()].reduce((sum, offsets) => sum + offsets.size, 0);
}

const KEPT = "nothing acknowledged is lost, no half batch, a retry does not double";

onSqlite(() => {
	test.for(["full", "normal"] as const)(
		`SE3 kill -9 of a writer, 26 times, durability "%s": ${KEPT}`,
		async (durability) => {
			// Two files at once: each death happens on a machine that is busy with something else.
			const promises = await Promise.all(
				[tempDatabase(), tempDatabase()].map((path) => killAt(path, durability, 13)),
			);
			// The experiment was one: processes died after they had promised something.
			for (const count of promises) expect(count).toBeGreaterThan(100);
		},
	);
});

onPostgres(() => {
	test.skipIf(postgresMissing)(`SE3 kill -9 of a writer on PostgreSQL, 14 times: ${KEPT}`, async () => {
		const places = [await newPostgresPlace(), await newPostgresPlace()];
		const promises = await Promise.all(places.map((place) => killAt(place, "full", 7)));
		for (const count of promises) expect(count).toBeGreaterThan(50);
	});
});

onEachStore(
	"SE3 a reader that stays open sees nothing but whole batches while writers die",
	async (newPlace) => {
		const path = await newPlace();
		const hf = await openFile(path);
		const promised = nothingPromised();
		for (let life = 0; life < 4; life++) {
			const counts = await liveAndDie({ path, life, durability: "normal" }, promised);
			await retryLast(hf, await expectKept(hf, promised), life, counts, promised);
		}
		await expectKept(hf, promised);
		await hf.close();
		expectSound(path);
	},
);
