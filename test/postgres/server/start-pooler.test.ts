import pg from "pg";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { postgresMissing } from "./find-binaries.ts";
import { sharedServer } from "./shared-server.ts";
import { startPooler, type TestPooler } from "./start-pooler.ts";

const PID = "select pg_backend_pid() as pid";

describe.skipIf(postgresMissing)(`a pooler in transaction mode ${postgresMissing ?? ""}`, () => {
	let pooler: TestPooler;
	beforeAll(async () => {
		pooler = await startPooler({ url: (await sharedServer()).url, backends: 3 });
	});
	afterAll(() => pooler?.stop());

	const connect = async (options: pg.ClientConfig = {}): Promise<pg.Client> => {
		const client = new pg.Client({ connectionString: pooler.url, ...options });
		client.on("error", () => undefined); // told by the query
		await client.connect();
		onTestFinished(() => client.end());
		return client;
	};
	const pidOf = async (client: pg.Client): Promise<number> => (await client.query(PID)).rows[0].pid;

	test("transactions of one client go from backend to backend", async () => {
		const client = await connect();
		const pids = [];
		for (let turn = 0; turn < 6; turn++) pids.push(await pidOf(client));
		expect(new Set(pids).size).toBe(3);
		expect(pids.slice(3)).toEqual(pids.slice(0, 3));
	});

	test("a transaction stays on one backend, a failed one too", async () => {
		const client = await connect();
		await client.query("begin");
		const pid = await pidOf(client);
		expect(await pidOf(client)).toBe(pid);
		await expect(client.query("select 1 / $1::int", [0])).rejects.toThrow("division by zero");
		await expect(client.query("select 1")).rejects.toThrow("transaction is aborted");
		await client.query("rollback");
		expect(await pidOf(client)).not.toBe(pid);
	});

	test("queries that are sent without waiting get their own answers, in order", async () => {
		const client = await connect({ pipeline: true } as pg.ClientConfig);
		const answers = await Promise.all(
			Array.from({ length: 50 }, (_, at) => client.query("select $1::int as x", [at])),
		);
		expect(answers.map(({ rows }) => rows[0].x)).toEqual(Array.from({ length: 50 }, (_, at) => at));
	});

	test("what a session holds is not carried over", async () => {
		const client = await connect();
		await client.query({ name: "held", text: "select 1" });
		await expect(client.query({ name: "held", text: "select 1" })).rejects.toThrow("does not exist");
	});

	test("settings in the start of a session are refused", async () => {
		const client = new pg.Client({ connectionString: pooler.url, statement_timeout: 1000 });
		await expect(client.connect()).rejects.toThrow("unsupported startup parameter: statement_timeout");
	});

	test("more clients than backends take turns, with contents of any size", async () => {
		const clients = await Promise.all(Array.from({ length: 8 }, () => connect()));
		const text = "é".repeat(500_000);
		const work = clients.map(async (client, at) => {
			for (let turn = 0; turn < 3; turn++) {
				const { rows } = await client.query("select $1 || $2 as x", [text, at]);
				expect(rows[0].x === text + at).toBe(true);
			}
		});
		await Promise.all(work);
		expect(pooler.stats()).toMatchObject({ waiting: 0, backends: 3 });
	});

	test("a client that goes in the middle of a transaction leaves no trace, and its backend is replaced", async () => {
		const { opened } = pooler.stats();
		const leaving = new pg.Client(pooler.url);
		await leaving.connect();
		await leaving.query("begin");
		const pid = await pidOf(leaving);
		await leaving.query("select pg_advisory_xact_lock(4711)");
		await leaving.end();
		const client = await connect();
		await client.query("select pg_advisory_xact_lock(4711)");
		const pids = [];
		for (let turn = 0; turn < 3; turn++) pids.push(await pidOf(client));
		expect(new Set(pids).size).toBe(3);
		expect(pids).not.toContain(pid);
		expect(pooler.stats().opened).toBe(opened + 1);
	});

	test("a backend that the server ends takes its client along, and nobody else", async () => {
		const [victim, other] = [await connect(), await connect()];
		await victim.query("begin");
		const pid = await pidOf(victim);
		await other.query("select pg_terminate_backend($1)", [pid]);
		await expect(victim.query("select 1")).rejects.toThrow();
		await expect.poll(() => pooler.stats().clients).toBe(1);
		for (let turn = 0; turn < 3; turn++) expect(await pidOf(other)).not.toBe(pid);
	});
});

test("without a server behind it, clients are told and sent off", async () => {
	const pooler = await startPooler({ url: "postgres://a:b@127.0.0.1:1/a", backends: 2 });
	onTestFinished(() => pooler.stop());
	const client = new pg.Client(pooler.url);
	client.on("error", () => undefined); // told by the query
	await client.connect();
	await expect(client.query("select 1")).rejects.toThrow("ECONNREFUSED");
});
