import pg from "pg";
import { describe, expect, onTestFinished, test } from "vitest";
import { holdfast, type NewEvent } from "../../../src/index.ts";
import { postgres } from "../../../src/store/postgres/index.ts";
import { serverMissing } from "../server/find-binaries.ts";
import { startServer } from "../server/start-server.ts";
import { startCuttingProxy } from "./cutting-proxy.ts";

const ref = { agentId: "a", sessionId: "s" };
const note = (text: string): NewEvent => ({
	kind: "custom",
	source: "integration",
	data: { type: "note", text },
});

describe.skipIf(serverMissing)(`a server that crashes ${serverMissing ?? ""}`, () => {
	test.each(["question", "answer"] as const)(
		"SE3 what became of a transaction is read from the log, not told by a number that others have got: lost %s",
		async (lost) => {
			// Nothing reaches the disk by itself: what was not committed leaves no trace, not even its number.
			const server = await startServer({ durable: true, flags: ["wal_writer_delay=10s"] });
			onTestFinished(() => server.stop());
			const proxy = await startCuttingProxy(server.url);
			onTestFinished(() => proxy.close());
			const hf = await holdfast({ store: postgres(proxy.url, { listen: false }) });
			onTestFinished(() => hf.close());
			await hf.session(ref).append(note("before"));

			const cut = proxy.cut({ marker: "marker", at: "commit", lost });
			const written = hf
				.session({ ...ref, sessionId: "new" })
				.append(note("marker"))
				.then(
					(stored) => stored.length,
					(error: unknown) => error,
				);
			await cut;
			// The store does not get to ask before others have used the numbers.
			proxy.stop();
			await server.kill();
			await server.start();
			const client = new pg.Client(server.url);
			await client.connect();
			for (let n = 0; n < 50; n++) await client.query("SELECT pg_current_xact_id()");
			await client.end();
			proxy.resume();

			const outcome = await written;
			const log = await hf.session({ ...ref, sessionId: "new" }).events();
			expect(outcome).toBe(1);
			expect(log).toHaveLength(1);
		},
	);
});
