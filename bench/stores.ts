import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { type Holdfast, holdfast, type NewEvent } from "holdfast";
import { sqlite } from "holdfast/sqlite";

export type Durability = "full" | "normal";

const WORDS =
	"the quick brown fox jumps over the lazy dog while the agent remembers what the user said about their plans ";

/** A message text of 200 characters. */
export const text = (tag: string | number): string => `${tag} ${WORDS.repeat(3)}`.slice(0, 200);

export const message = (tag: string | number): NewEvent => ({
	kind: "message",
	source: "user",
	data: { role: "user", content: text(tag) },
});

/** The baseline: a table, an index, and one prepared insert per transaction. */
export function openRaw(path: string, durability: Durability) {
	const db = new DatabaseSync(path, { timeout: 10_000 });
	db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = ${durability};
		CREATE TABLE IF NOT EXISTS m (seq INTEGER PRIMARY KEY AUTOINCREMENT, sid TEXT NOT NULL, id TEXT NOT NULL, role TEXT, body TEXT NOT NULL);
		CREATE INDEX IF NOT EXISTS mi ON m (sid, seq)`);
	const insert = db.prepare("INSERT INTO m (sid, id, role, body) VALUES (?, ?, ?, ?)");
	const newest = db.prepare(
		"SELECT body FROM (SELECT seq, body FROM m WHERE sid = ? ORDER BY seq DESC LIMIT ?) ORDER BY seq",
	);
	let n = 0;
	return {
		async append(sid: string, tag: string | number): Promise<void> {
			insert.run(sid, `id-${n++}`, "user", JSON.stringify({ role: "user", content: text(tag) }));
		},
		async last(sid: string, count: number): Promise<unknown[]> {
			return newest.all(sid, count).map((row) => JSON.parse(row.body as string));
		},
		/** Many rows in one transaction: for filling tables, never measured. */
		fill(sid: string, count: number): void {
			db.exec("BEGIN");
			for (let i = 0; i < count; i++)
				insert.run(sid, `id-${n++}`, "user", JSON.stringify({ role: "user", content: text(i) }));
			db.exec("COMMIT");
		},
		close: () => db.close(),
	};
}

export const openOurs = (path: string, durability: Durability): Promise<Holdfast> =>
	holdfast({ store: sqlite(path, { durability }) });

/** Runs work in a new folder, and deletes it. */
export async function inFolder<T>(run: (dir: string) => Promise<T>): Promise<T> {
	const dir = mkdtempSync(join(process.env.BENCH_TMP ?? tmpdir(), "holdfast-bench-"));
	try {
		return await run(dir);
	} finally {
		rmSync(dir, { recursive: true, force: true });
	}
}

export async function fill(hf: Holdfast, sessionId: string, count: number): Promise<void> {
	const session = hf.session({ agentId: "bench", sessionId });
	for (let done = 0; done < count; done += 500) {
		const size = Math.min(500, count - done);
		await session.append(Array.from({ length: size }, (_, i) => message(done + i)));
	}
}
