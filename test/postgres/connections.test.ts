import pg from "pg";
import { describe, expect, onTestFinished, test } from "vitest";
import { defineAgent, type Event, type Holdfast, holdfast, type NewEvent } from "../../src/index.ts";
import { type PostgresOptions, postgres } from "../../src/store/postgres/index.ts";
import { draft } from "../../src/testing/fixture.ts";
import { scriptedModel } from "../../src/testing/scripted-model.ts";
import { latch } from "../turn/turn-world.ts";
import { postgresMissing } from "./server/find-binaries.ts";
import { newDatabase } from "./server/test-database.ts";

const ref = { agentId: "a", sessionId: "s" };
const note = (text: string): NewEvent => ({
	kind: "custom",
	source: "integration",
	data: { type: "note", text },
});

interface World {
	url: string;
	/** Beside the store, as superuser. */
	client: pg.Client;
	open(options?: PostgresOptions): Promise<Holdfast>;
}

/** A database of its own: what is connected to it is the store's. */
async function newWorld(): Promise<World> {
	const { url, dispose } = await newDatabase();
	onTestFinished(dispose);
	const client = new pg.Client(url);
	await client.connect();
	onTestFinished(() => client.end());
	const open = async (options: PostgresOptions = {}): Promise<Holdfast> => {
		const hf = await holdfast({ store: postgres(url, options) });
		onTestFinished(() => hf.close());
		return hf;
	};
	return { url, client, open };
}

const follow = (hf: Holdfast): AsyncIterator<Event> => hf.session(ref).follow()[Symbol.asyncIterator]();

/** Connections of the store, by what they are doing. */
async function activity({ client }: World): Promise<{ pid: number; state: string; query: string }[]> {
	const { rows } = await client.query(
		`SELECT pid, state, query FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'holdfast'`,
	);
	return rows;
}

/** The connections that hear: what they executed last has to do with nothing else. */
async function listeners(world: World): Promise<number[]> {
	return (await activity(world)).filter(({ query }) => /LISTEN|pg_notify/.test(query)).map(({ pid }) => pid);
}

describe.skipIf(postgresMissing)(`connections ${postgresMissing ?? ""}`, () => {
	test("SE5 a listener whose connection is dropped: followers go on, and there is a new one", async () => {
		const world = await newWorld();
		const [hf, writer] = [await world.open(), await world.open()];
		const follower = follow(hf);
		for (let round = 0; round < 3; round++) {
			const next = follower.next();
			await writer.session(ref).append(note("heard"));
			expect(await next).toMatchObject({ value: { offset: 3 * round, data: { text: "heard" } } });
			const old = await listeners(world);
			const waiting = follower.next();
			await world.client.query("SELECT pg_terminate_backend(pid) FROM unnest($1::INTEGER[]) AS pid", [old]);
			await writer.session(ref).append(note("unheard"));
			await writer.session(ref).append(note("unheard, too"));
			expect(await waiting).toMatchObject({ value: { offset: 3 * round + 1, data: { text: "unheard" } } });
			expect(await follower.next()).toMatchObject({ value: { data: { text: "unheard, too" } } });
			while ((await listeners(world)).every((pid) => old.includes(pid)));
		}
		await follower.return?.();
	});

	test("SE5 a commit that nobody tells of, of a process that died behind it: followers in other processes see it", async () => {
		const world = await newWorld();
		const [hf, other] = [await world.open({ pollIntervalMs: 50 }), await world.open({ listen: false })];
		await hf.session(ref).append(note("first"));
		const followers = [follow(hf), follow(other)];
		for (const follower of followers) expect(await follower.next()).toMatchObject({ value: { offset: 0 } });
		const waiting = followers.map((follower) => follower.next());
		await world.client.query(
			`WITH moved AS (UPDATE holdfast.heads SET head = head + 1 RETURNING tenant, no, head)
			INSERT INTO holdfast.events (tenant, no, "offset", kind, source, body)
			SELECT tenant, no, head - 1, 'message', 'user', $1 FROM moved`,
			[draft("unheard of").body],
		);
		for (const next of waiting) {
			expect(await next).toMatchObject({ value: { offset: 1, data: { content: "unheard of" } } });
		}
		for (const follower of followers) await follower.return?.();
	});

	test("SE5 a session that is created, and a turn that is begun, without a word are seen as well", async () => {
		const world = await newWorld();
		const writer = await world.open({ listen: false });
		const hf = await world.open({ pollIntervalMs: 50 });
		const follower = follow(hf);
		const next = follower.next();
		// The follower has looked and found nothing by the time this read is through.
		expect(await hf.session(ref).events()).toEqual([]);
		await writer.session(ref).append(note("created"));
		expect(await next).toMatchObject({ value: { offset: 0, data: { text: "created" } } });
		await follower.return?.();
	});

	test("BE3 a process has one listener, however many follow, and its pool is bounded", async () => {
		const world = await newWorld();
		const hf = await world.open({ pool: 3 });
		const followers = Array.from({ length: 50 }, (_, n) =>
			hf
				.session({ ...ref, sessionId: `s${n}` })
				.follow()
				[Symbol.asyncIterator](),
		);
		const firsts = followers.map((follower) => follower.next());
		await Promise.all(
			Array.from({ length: 50 }, (_, n) => hf.session({ ...ref, sessionId: `s${n}` }).append(note(`${n}`))),
		);
		for (const [n, first] of firsts.entries()) {
			expect(await first).toMatchObject({ value: { data: { text: `${n}` } } });
		}
		expect((await activity(world)).length).toBeLessThanOrEqual(4);
		expect(await listeners(world)).toHaveLength(1);
		for (const follower of followers) await follower.return?.();
	});

	test("BE3 200 operations at once on a pool of two connections all finish", async () => {
		const world = await newWorld();
		const hf = await world.open({ pool: 2 });
		const work = Array.from({ length: 200 }, async (_, n) => {
			const session = hf.session({ ...ref, sessionId: `s${n % 10}` });
			if (n % 5 === 0) await session.append(note(`${n}`));
			else if (n % 5 === 1) await session.state.set({ [`k${n}`]: n, "user:shared": n });
			else if (n % 5 === 2) await session.events();
			else if (n % 5 === 3) await hf.users.upsert(`u${n}`, { metadata: { n } });
			else await hf.memory("a", { userId: `u${n % 3}` }).write(`Fact ${n}.`);
		});
		await Promise.all(work);
		expect((await activity(world)).length).toBeLessThanOrEqual(3);
	});

	test("BE3 no connection is held while a model is asked", async () => {
		const world = await newWorld();
		const asked = latch();
		const answer = latch();
		const model = scriptedModel(() => ({
			before: () => {
				asked.open();
				return answer.opened;
			},
			deltas: ["done"],
		}));
		const hf = await holdfast({
			store: postgres(world.url, { pool: 1 }),
			agents: [defineAgent({ id: "a", model })],
		});
		onTestFinished(() => hf.close());
		const running = hf.agents.run({ agentId: "a", sessionId: "s", input: "hello" });
		await asked.opened;
		// The only connection of the pool is free for others, and no transaction is left open on any.
		await hf.session({ ...ref, sessionId: "other" }).append(note("meanwhile"));
		expect(await hf.sessions.list()).toMatchObject({ items: [{}, {}] });
		expect((await activity(world)).map(({ state }) => state)).not.toContain("idle in transaction");
		answer.open();
		expect(await running).toMatchObject({ output: "done" });
	});
});
