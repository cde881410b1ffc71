import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { holdfast, type Store } from "../../src/index.ts";
import { type PostgresOptions, postgres } from "../../src/store/postgres/index.ts";
import { createFixture, type Setup } from "../../src/testing/fixture.ts";
import { describeStore } from "../../src/testing/index.ts";
import { describeConcurrency } from "../../src/testing/suites/concurrency.ts";
import { describeJobs } from "../../src/testing/suites/jobs.ts";
import { describeRuns } from "../../src/testing/suites/runs.ts";
import { describeWatch } from "../../src/testing/suites/watch.ts";
import { serverMissing } from "./server/find-binaries.ts";
import { sharedServer } from "./server/shared-server.ts";
import { startPooler } from "./server/start-pooler.ts";
import { newSchema } from "./server/test-database.ts";

/** What runs on a named server may meet a pooler of its own kind; the one here speaks no TLS. */
const missing = process.env.HOLDFAST_TEST_POSTGRES_URL ? "a server was named" : serverMissing;
const BACKENDS = 3;
/** The property test is long, and says nothing new about the way there. */
const model = { runs: 5 };

describe.skipIf(missing)(`through a pooler in transaction mode ${missing ?? ""}`, () => {
	const subject = (more: (url: string) => PostgresOptions) => async () => {
		const { url, schema, dispose } = await newSchema();
		const pooler = await startPooler({ url, backends: BACKENDS });
		const open = () => postgres(pooler.url, { schema, pooler: true, ...more(url) });
		return {
			store: open(),
			second: open,
			async dispose() {
				await dispose();
				await pooler.stop();
			},
		};
	};

	describeStore(
		"postgres that looks for itself",
		subject(() => ({ listen: false })),
		{ model },
	);

	describe("with a listener that goes past the pooler", () => {
		let store: Store | undefined;
		let dispose: (() => Promise<void>) | undefined;
		beforeAll(async () => {
			({ store, dispose } = await subject((url) => ({ listen: url }))());
			await store.open();
		});
		afterAll(async () => {
			await store?.close();
			await dispose?.();
		});
		const setup: Setup = () => createFixture(store as Store);
		for (const describeSome of [describeWatch, describeConcurrency, describeRuns, describeJobs])
			describeSome(setup);
	});

	test("BE3 more writers than backends, over many sessions: all of it is there, and no backend is kept", async () => {
		const { url, schema, dispose } = await newSchema();
		onTestFinished(dispose);
		const pooler = await startPooler({ url, backends: BACKENDS });
		onTestFinished(() => pooler.stop());
		const hf = await holdfast({ store: postgres(pooler.url, { schema, pooler: true, pool: 20 }) });
		onTestFinished(() => hf.close());
		const writes = Array.from({ length: 200 }, (_, n) =>
			hf.session({ agentId: "a", sessionId: `s${n % 20}` }).history.append({ role: "user", content: `${n}` }),
		);
		await Promise.all(writes);
		for (let s = 0; s < 20; s++) {
			const messages = await hf.session({ agentId: "a", sessionId: `s${s}` }).history.last(50);
			expect(messages).toHaveLength(10);
		}
		const { backends, waiting, handovers } = pooler.stats();
		expect(backends).toBeLessThanOrEqual(BACKENDS);
		expect(waiting).toBe(0);
		expect(handovers).toBeGreaterThan(20);
	});

	test("BE3 a listener through the pooler is refused before anything is opened", async () => {
		const { url } = await sharedServer();
		expect(() => postgres(url, { pooler: true, listen: true })).toThrow(/pooler/);
	});
});
