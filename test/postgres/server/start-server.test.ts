import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { serverMissing } from "./find-binaries.ts";
import { startServer, type TestServer } from "./start-server.ts";
import { runOnce } from "./test-database.ts";

describe.skipIf(serverMissing)(`a server of one's own ${serverMissing ?? ""}`, () => {
	let server: TestServer;
	beforeAll(async () => {
		server = await startServer({ durable: true, flags: ["work_mem=3MB"] });
	});
	afterAll(() => server.stop());

	test("takes settings, and sorts text by its bytes", async () => {
		const { rows } = await runOnce(
			server.url,
			`select current_setting('work_mem') as memory, current_setting('fsync') as fsync,
				(select string_agg(x, '' order by x) from unnest(array['a', 'B', 'b', 'A', '😀', '～', 'é']) x) as sorted`,
		);
		expect(rows).toEqual([{ memory: "3MB", fsync: "on", sorted: "ABabé～😀" }]);
	});

	test("killed, it takes its connections along; started again, it has what was committed", async () => {
		await runOnce(server.url, "create table kept (x int); insert into kept values (1)");
		const client = new pg.Client(server.url);
		client.on("error", () => undefined); // the kill
		await client.connect();
		await client.query("begin; insert into kept values (2)");
		const broken = expect(client.query("select pg_sleep(60)")).rejects.toThrow();
		await server.kill();
		await broken;
		await expect(runOnce(server.url, "select 1")).rejects.toThrow("ECONNREFUSED");
		await server.start();
		expect((await runOnce(server.url, "select x from kept")).rows).toEqual([{ x: 1 }]);
	});

	test("paused, it does not answer; resumed, it does", async () => {
		const client = new pg.Client(server.url);
		await client.connect();
		const answers: string[] = [];
		server.pause();
		const answer = client.query("select 1").then(() => answers.push("answer"));
		// The system takes the connection; nobody says hello.
		const late = new pg.Client({ connectionString: server.url, connectionTimeoutMillis: 200 });
		await expect(late.connect()).rejects.toThrow("timeout");
		expect(answers).toEqual([]);
		server.resume();
		await answer;
		await client.end();
	});

	test("paused, it can be killed", async () => {
		server.pause();
		await server.kill();
		await server.start();
		expect((await runOnce(server.url, "select 1 as x")).rows).toEqual([{ x: 1 }]);
	});

	test("a port that is taken is an error, if it was asked for", async () => {
		await expect(startServer({ port: server.port })).rejects.toThrow("could not bind");
	});

	test("it goes, with its folder, when the process that started it is killed", async () => {
		const script = fileURLToPath(new URL("./start-and-wait.ts", import.meta.url));
		const child = spawn(process.execPath, [script], { stdio: ["ignore", "pipe", "inherit"] });
		const [line] = (await once(child.stdout, "data")) as [Buffer];
		const { url, folder }: { url: string; folder: string } = JSON.parse(line.toString());
		await runOnce(url, "select 1");
		child.kill("SIGKILL");
		await vi.waitFor(() => expect(existsSync(folder)).toBe(false), { timeout: 60_000 });
		await expect(runOnce(url, "select 1")).rejects.toThrow("ECONNREFUSED");
	});
});
