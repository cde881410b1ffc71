import pg from "pg";
import { describe, expect, onTestFinished, test } from "vitest";
import { type Holdfast, holdfast, type NewEvent } from "../../src/index.ts";
import { postgres } from "../../src/store/postgres/index.ts";
import { postgresMissing, serverMissing } from "./server/find-binaries.ts";
import { startServer } from "./server/start-server.ts";
import { newSchema } from "./server/test-database.ts";

const note = (text: string): NewEvent => ({
	kind: "custom",
	source: "integration",
	data: { type: "note", text },
});

async function open(): Promise<{ hf: Holdfast; url: string; schema: string }> {
	const { url, schema, dispose } = await newSchema();
	const hf = await holdfast({ store: postgres(url, { schema }) });
	onTestFinished(async () => {
		await hf.close();
		await dispose();
	});
	return { hf, url, schema };
}

describe.skipIf(postgresMissing)(`the PostgreSQL store at its edges ${postgresMissing ?? ""}`, () => {
	test("ID6: an append by name that waited while the session got another name is not made there", async () => {
		const { hf, url, schema } = await open();
		const ref = { agentId: "a", sessionId: "before" };
		await hf.session(ref).append(note("first"));
		const client = new pg.Client(url);
		await client.connect();
		await client.query("BEGIN");
		await client.query(`SELECT no FROM ${schema}.heads FOR UPDATE`);
		const waiting = hf.session(ref).append(note("second"));
		// It waits for the head before the name moves on.
		for (let blocked = 0; blocked === 0; ) {
			const { rows } = await client.query("SELECT count(*)::INTEGER AS n FROM pg_locks WHERE NOT granted");
			blocked = rows[0].n;
		}
		await client.query(`UPDATE ${schema}.sessions SET session_id = 'after', name_key = 'another'`);
		await client.query("COMMIT");
		await client.end();
		const [event] = await waiting;
		expect(event?.offset).toBe(0);
		expect(await hf.session(ref).events()).toHaveLength(1);
	});

	test("SE3: a batch as large as it may be, full of quotes, is kept whole", async () => {
		const { hf } = await open();
		const text = '{"a":"\\"quoted\\""}'.repeat(20_000);
		const session = hf.session({ agentId: "a", sessionId: "s" });
		await session.append(note("first"));
		const stored = await session.append(Array.from({ length: 20 }, () => note(text)));
		expect(stored.at(-1)?.offset).toBe(20);
		const [last] = await session.events({ last: 1 });
		expect(last?.data).toEqual({ type: "note", text });
	});

	test("SE5: a store that was closed and is opened again listens again", async () => {
		const { url, schema, dispose } = await newSchema();
		onTestFinished(dispose);
		const store = postgres(url, { schema, pollIntervalMs: 600_000 });
		const other = await holdfast({ store: postgres(url, { schema }) });
		onTestFinished(() => other.close());
		for (let time = 0; time < 2; time++) {
			const hf = await holdfast({ store });
			const ref = { agentId: "a", sessionId: `s${time}` };
			await other.session(ref).append(note("there"));
			const followed = hf.session(ref).follow()[Symbol.asyncIterator]();
			expect((await followed.next()).value).toMatchObject({ offset: 0 });
			const next = followed.next();
			await other.session(ref).append(note("and more"));
			expect((await next).value).toMatchObject({ offset: 1 });
			await hf.close();
		}
	});
});

test.skipIf(serverMissing)(
	`BE6: a store closes beside a server that says nothing ${serverMissing ?? ""}`,
	async () => {
		const server = await startServer();
		onTestFinished(() => server.stop());
		const hf = await holdfast({ store: postgres(server.url, { timeoutMs: 1_000 }) });
		const following = hf.session({ agentId: "a", sessionId: "s" }).follow()[Symbol.asyncIterator]().next();
		await hf.session({ agentId: "a", sessionId: "s" }).append(note("there"));
		await following;
		server.pause();
		await hf.close();
		server.resume();
	},
);
