import pg from "pg";
import { describe, expect, onTestFinished, test } from "vitest";
import { type Holdfast, holdfast, type NewEvent } from "../../../src/index.ts";
import { type PostgresOptions, postgres } from "../../../src/store/postgres/index.ts";
import { postgresMissing } from "../server/find-binaries.ts";
import { newSchema } from "../server/test-database.ts";
import { type CuttingProxy, type Lost, startCuttingProxy } from "./cutting-proxy.ts";

const ref = { agentId: "a", sessionId: "s" };
const note = (text: string): NewEvent => ({
	kind: "custom",
	source: "integration",
	data: { type: "note", text },
});

interface World {
	hf: Holdfast;
	proxy: CuttingProxy;
	/** Past the proxy, as superuser. */
	client: pg.Client;
	schema: string;
	texts(sessionId?: string): Promise<unknown[]>;
}

async function newWorld(options: PostgresOptions = {}): Promise<World> {
	const { url, schema, dispose } = await newSchema();
	onTestFinished(dispose);
	const proxy = await startCuttingProxy(url);
	onTestFinished(() => proxy.close());
	const client = new pg.Client(url);
	await client.connect();
	onTestFinished(() => client.end());
	const hf = await holdfast({ store: postgres(proxy.url, { schema, ...options }) });
	onTestFinished(() => hf.close());
	const texts = async (sessionId = ref.sessionId): Promise<unknown[]> => {
		const events = await hf.session({ ...ref, sessionId }).events();
		expect(events.map(({ offset }) => offset)).toEqual(events.map((_, i) => i));
		return events.map(({ data }) => data.text);
	};
	return { hf, proxy, client, schema, texts };
}

const LOST: readonly Lost[] = ["question", "answer", "both"];

describe.skipIf(postgresMissing)(`a connection that breaks ${postgresMissing ?? ""}`, () => {
	test.for(LOST)("SE3 at the commit of a transaction (%s lost): it is made, once", async (lost) => {
		const { hf, proxy, texts } = await newWorld();
		for (let n = 0; n < 5; n++) {
			const cut = proxy.cut({ marker: `marker ${n}`, at: "commit", lost });
			// The first event of a session is a transaction of several statements, and so is one with state.
			const draft = { ...note(`marker ${n}`), stateDelta: { set: { n } } };
			const [stored] = await hf.session(ref).append([draft]);
			expect(stored?.offset).toBe(n);
			await cut;
		}
		expect(await texts()).toEqual(Array.from({ length: 5 }, (_, n) => `marker ${n}`));
		expect(await hf.session(ref).state.get()).toEqual({ n: 4 });
	});

	test.for(LOST)("SE3 behind an append of one statement (%s lost): it is made, once", async (lost) => {
		const { hf, proxy, texts } = await newWorld();
		await hf.session(ref).append(note("first"));
		for (let n = 0; n < 5; n++) {
			const cut = proxy.cut({ marker: `marker ${n}`, at: "message", lost });
			const [stored] = await hf.session(ref).append([note(`marker ${n}`), note(`and ${n}`)]);
			expect(stored?.offset).toBe(1 + 2 * n);
			await cut;
		}
		const written = Array.from({ length: 5 }, (_, n) => [`marker ${n}`, `and ${n}`]);
		expect(await texts()).toEqual(["first", ...written.flat()]);
	});

	test.for(LOST)("SE3 behind one with an idempotency key (%s lost): it is made, once", async (lost) => {
		const { hf, proxy, texts } = await newWorld();
		for (let n = 0; n < 5; n++) {
			const cut = proxy.cut({ marker: `marker ${n}`, at: n ? "message" : "commit", lost });
			const [stored] = await hf.session(ref).append(note(`marker ${n}`), { idempotencyKey: `key ${n}` });
			expect(stored?.offset).toBe(n);
			await cut;
		}
		expect(await texts()).toEqual(Array.from({ length: 5 }, (_, n) => `marker ${n}`));
	});

	test.for(LOST)("SE3 behind appends that share a statement (%s lost): each is made, once", async (lost) => {
		const { hf, proxy, texts } = await newWorld();
		const sessions = ["s0", "s1", "s2", "s3", "s4", "s5"];
		const append = (sessionId: string, text: string, key?: string) =>
			hf.session({ ...ref, sessionId }).append(note(text), key === undefined ? {} : { idempotencyKey: key });
		await Promise.all(sessions.map((id) => append(id, "first")));
		const cut = proxy.cut({ marker: "marker s3", at: "message", lost });
		const writes = sessions.flatMap((id) => [append(id, `marker ${id}`), append(id, `keyed ${id}`, "key")]);
		await Promise.all(writes);
		await cut;
		for (const id of sessions) {
			expect((await texts(id)).toSorted()).toEqual(["first", `keyed ${id}`, `marker ${id}`]);
		}
	});

	test("SE3 while the server still waits for a lock: it is not made a second time", async () => {
		const { hf, proxy, client, schema, texts } = await newWorld();
		await hf.session(ref).append(note("first"));
		await client.query("BEGIN");
		await client.query(`SELECT FROM ${schema}.heads FOR UPDATE`);
		const cut = proxy.cut({ marker: "marker", at: "message", lost: "both" });
		const written = hf.session(ref).append(note("marker"));
		await cut;
		// The process whose client is gone waits all the same; whoever asks next waits behind it.
		const later = hf.session(ref).append(note("later"));
		const waiting = `SELECT count(*)::INTEGER AS n FROM pg_locks WHERE NOT granted`;
		while ((await client.query(waiting)).rows[0].n === 0);
		// By the time several others have been answered, the store has looked for what became of it.
		for (let n = 0; n < 20; n++) await hf.sessions.get(ref);
		await client.query("COMMIT");
		const [stored] = await written;
		await later;
		expect((await texts()).toSorted()).toEqual(["first", "later", "marker"]);
		expect(await texts().then((all) => all[stored?.offset ?? -1])).toBe("marker");
	});

	test("SE3 again and again, wherever it is: whatever is acknowledged is there, once and in its place", async () => {
		const { hf, proxy, texts } = await newWorld();
		const appended: [string, number][] = [];
		for (let n = 0; n < 30; n++) {
			const session = hf.session(ref);
			const work = Array.from({ length: 4 }, async (_, w) => {
				const text = `${n}.${w}`;
				const [stored] = await session.append(note(text));
				appended.push([text, stored?.offset ?? -1]);
			});
			// All connections there are, in the middle of whatever they do.
			proxy.stop();
			proxy.resume();
			await Promise.all(work);
		}
		const log = await texts();
		expect(log).toHaveLength(120);
		for (const [text, offset] of appended) expect(log[offset]).toBe(text);
	});
});
