import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { readSchema } from "../sqlite/read-schema.ts";
import type { OpenerInput, OpenerMessage } from "./children/opener.ts";
import { startChild } from "./start-child.ts";
import { startWorker } from "./start-worker.ts";
import { openFile, tempDatabase } from "./temp-database.ts";

const PROCESSES = 8;

test("BE2 8 processes open the same new file at once: all succeed, and there is one schema", async () => {
	const paths = Array.from({ length: 5 }, () => tempDatabase());
	const children = Array.from({ length: PROCESSES }, (_, i) =>
		startChild<OpenerMessage>("opener", { name: `p${i}`, paths } satisfies OpenerInput),
	);
	const reference = tempDatabase();
	await openFile(reference);
	for (const [round, path] of paths.entries()) {
		await Promise.all(
			children.map((child) => child.message((message) => "ready" in message && message.ready === round)),
		);
		for (const child of children) child.send({ go: true });
		const answers = children.map((child) =>
			child.message((message) => "failed" in message || ("opened" in message && message.opened === round)),
		);
		expect(await Promise.all(answers)).toEqual(children.map(() => ({ opened: round })));
		expect(readSchema(path)).toBe(readSchema(reference));
		const hf = await openFile(path);
		const { items } = await hf.sessions.list();
		expect(items.map(({ sessionId }) => sessionId).sort()).toEqual(children.map((_, i) => `p${i}`));
		expect(items.map(({ head }) => head)).toEqual(children.map(() => 1));
	}
	await Promise.all(children.map((child) => child.ended()));
});

test("BE2 opening a file that another process writes to keeps what is in it", async () => {
	const path = tempDatabase();
	const worker = await startWorker(path);
	const ref = { agentId: "a", sessionId: "s" };
	await worker.tell({ do: "append-many", ref, count: 20 });
	const hf = await openFile(path);
	const numbers = async () => (await hf.session(ref).events()).map((event) => event.data.n);
	expect(await numbers()).toEqual(Array.from({ length: 20 }, (_, n) => n));
	// The last of the others to leave takes the write-ahead log with it, and nothing else.
	await worker.close();
	expect(await numbers()).toHaveLength(20);
	await hf.close();
	const again = await openFile(path);
	expect(await again.session(ref).events()).toHaveLength(20);
});

test("BE2 a process can open the file while another one is in the middle of a write", async () => {
	const path = tempDatabase();
	await (await openFile(path))
		.session({ agentId: "a", sessionId: "s" })
		.history.append({ role: "user", content: "hi" });
	const writing = new DatabaseSync(path);
	writing.exec("BEGIN IMMEDIATE");
	const hf = await openFile(path, { busyTimeoutMs: 0 });
	expect(await hf.session({ agentId: "a", sessionId: "s" }).history.last(1)).toHaveLength(1);
	writing.exec("ROLLBACK");
	writing.close();
});
