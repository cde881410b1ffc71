import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { type Holdfast, holdfast, type NewEvent } from "../../../src/index.ts";
import { type PostgresOptions, postgres } from "../../../src/store/postgres/index.ts";
import { serverMissing } from "../server/find-binaries.ts";
import { startServer, type TestServer } from "../server/start-server.ts";

const ref = { agentId: "a", sessionId: "s" };
const note = (text: string): NewEvent => ({
	kind: "custom",
	source: "integration",
	data: { type: "note", text },
});
const AWAY = { code: "unavailable", retryable: true };
/** Shorter than any outage here. */
const IMPATIENT = { timeoutMs: 200 };

describe.skipIf(serverMissing)(`a server that is away ${serverMissing ?? ""}`, () => {
	let server: TestServer;
	let schemas = 0;
	let schema: string;
	beforeAll(async () => {
		server = await startServer();
	});
	afterAll(() => server.stop());
	beforeEach(() => {
		schema = `s${++schemas}`;
	});

	const open = async (options: PostgresOptions = {}): Promise<Holdfast> => {
		const hf = await holdfast({ store: postgres(server.url, { schema, ...options }) });
		onTestFinished(() => hf.close());
		return hf;
	};
	const textsOf = async (hf: Holdfast): Promise<unknown[]> =>
		(await hf.session(ref).events()).map(({ data }) => data.text);

	/** The ways in which a server can be away. */
	const OUTAGES = {
		dead: { leave: () => server.kill(), comeBack: () => server.start() },
		paused: { leave: async () => server.pause(), comeBack: async () => server.resume() },
	};

	test.for(["dead", "paused"] as const)(
		"BE6 for longer than the timeout (%s): reads, writes and opening are refused as unavailable, and the same store works when it is back",
		async (how) => {
			const { leave, comeBack } = OUTAGES[how];
			const hf = await open(IMPATIENT);
			await hf.session(ref).append(note("before"));
			await leave();
			onTestFinished(() => server.resume());
			for (let round = 0; round < 2; round++) {
				const session = hf.session(ref);
				const calls = [
					session.append(note("lost")),
					session.append(note("lost"), { idempotencyKey: "k" }),
					session.state.set({ lost: true }),
					session.events(),
					session.state.get(),
					hf.sessions.get(ref),
					hf.sessions.list(),
					hf.users.upsert("u", {}),
					hf.runs.list(),
					hf.memory("a", { userId: "u" }).write("lost"),
					hf.memory("a", { userId: "u" }).list(),
					hf.sessions.delete({ ...ref, sessionId: "other" }),
					hf.sessions.create({ agentId: "a" }),
					holdfast({ store: postgres(server.url, { schema, ...IMPATIENT }) }),
				];
				for (const [i, call] of (await Promise.allSettled(calls)).entries()) {
					// What was on its way when the server fell silent may have been made.
					const expected = how === "dead" ? AWAY : { code: "unavailable" };
					expect(call, `call ${i}`).toMatchObject({ status: "rejected", reason: expected });
				}
			}
			await comeBack();
			const [stored] = await hf.session(ref).append(note("after"), { idempotencyKey: "after" });
			const texts = await textsOf(hf);
			expect(texts[0]).toBe("before");
			expect(texts[stored?.offset ?? -1]).toBe("after");
			if (how === "dead") expect(texts).toEqual(["before", "after"]);
			await hf.session(ref).state.set({ back: true });
			expect(await hf.session(ref).state.get()).toMatchObject({ back: true });
			expect(await textsOf(await open())).toEqual(await textsOf(hf));
		},
	);

	test("BE6 for less than the timeout: nobody hears of it, and followers go on where they were", async () => {
		const hf = await open();
		const other = await open();
		const follower = other.session(ref).follow()[Symbol.asyncIterator]();
		for (let n = 0; n < 3; n++) {
			const next = follower.next();
			await hf.session(ref).append(note(`up ${n}`));
			expect(await next).toMatchObject({ value: { offset: 2 * n, data: { text: `up ${n}` } } });
			const waiting = follower.next();
			await server.kill();
			const written = hf.session(ref).append(note(`down ${n}`));
			const read = hf.session(ref).events();
			await server.start();
			await written;
			await read;
			expect(await waiting).toMatchObject({ value: { offset: 2 * n + 1, data: { text: `down ${n}` } } });
		}
		await follower.return?.();
	});

	test("SE5 BE6 a follower that waits through an outage longer than the timeout either goes on or says unavailable; after its last event it can be taken up again", async () => {
		const hf = await open(IMPATIENT);
		await hf.session(ref).append(note("before"));
		const follower = hf.session(ref).follow()[Symbol.asyncIterator]();
		expect(await follower.next()).toMatchObject({ value: { data: { text: "before" } } });
		const next = follower.next().catch((error: unknown) => error);
		await server.kill();
		await expect(hf.session(ref).append(note("lost"))).rejects.toMatchObject(AWAY);
		await server.start();
		const writer = await open();
		await writer.session(ref).append(note("after"));
		const outcome = await next;
		if (outcome instanceof Error) {
			expect(outcome).toMatchObject(AWAY);
			const again = hf.session(ref).follow({ after: 0 })[Symbol.asyncIterator]();
			expect(await again.next()).toMatchObject({ value: { offset: 1, data: { text: "after" } } });
			await again.return?.();
		} else {
			expect(outcome).toMatchObject({ value: { offset: 1, data: { text: "after" } } });
			await follower.return?.();
		}
	});

	test("BE6 one that was never there: opening says so, and opens when it has come", async () => {
		await server.kill();
		const store = postgres(server.url, { schema, ...IMPATIENT });
		await expect(holdfast({ store })).rejects.toMatchObject(AWAY);
		await expect(holdfast({ store })).rejects.toThrow(/127\.0\.0\.1:\d+\/postgres.*check that it is running/);
		await server.start();
		const hf = await holdfast({ store });
		onTestFinished(() => hf.close());
		await hf.session(ref).append(note("hello"));
		expect(await textsOf(hf)).toEqual(["hello"]);
	});

	test("BE6 closing while it is away ends, and so does closing a store that it left", async () => {
		const hf = await open(IMPATIENT);
		await hf.session(ref).append(note("before"));
		const follower = hf.session(ref).follow({ after: 0 })[Symbol.asyncIterator]();
		const next = follower.next().catch(() => undefined);
		await server.kill();
		const refused = expect(hf.session(ref).append(note("lost"))).rejects.toMatchObject({
			code: "unavailable",
		});
		await hf.close();
		await refused;
		await next;
		await server.start();
	});
});
