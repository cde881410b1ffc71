import { beforeEach, describe, expect, it } from "vitest";
import type { TenantId } from "../../event/index.ts";
import { memoryStore } from "../../store/memory/index.ts";
import type { DocumentPort } from "../../store/ports/index.ts";
import { answerOnce, type Kept, type Repeat } from "./answer-once.ts";

const tenant = "acme" as TenantId;
let documents: DocumentPort;
const repeatOf = (given: Partial<Repeat> = {}): Repeat => ({
	documents,
	tenant,
	credential: "one",
	key: "k",
	request: ["op", "/path", "{}"],
	...given,
});
const answer: Kept = { status: 201, headers: { etag: '"1"' }, text: '{"secret":"told once"}' };
const never = async (): Promise<Kept> => expect.unreachable();

beforeEach(async () => {
	const store = memoryStore();
	await store.open();
	documents = store.documents;
});

describe("IF2: an Idempotency-Key", () => {
	it("is worth one answer, which nobody can read in the store", async () => {
		expect(await answerOnce(repeatOf(), async () => answer)).toEqual({ ...answer, repeated: false });
		expect(await answerOnce(repeatOf(), never)).toEqual({ ...answer, repeated: true });
		const kept = JSON.stringify(await documents.list({ tenant, kind: "answer", limit: 10 }));
		expect(kept).not.toContain("told once");
		expect(kept).not.toContain('"k"');
	});

	it("is another one for another caller, tenant or key", async () => {
		await answerOnce(repeatOf(), async () => answer);
		for (const other of [{ credential: "two" }, { tenant: "other" as TenantId }, { key: "k2" }])
			expect(await answerOnce(repeatOf(other), async () => answer)).toMatchObject({ repeated: false });
	});

	it("with another request is a conflict", async () => {
		await answerOnce(repeatOf(), async () => answer);
		for (const request of [
			["op", "/path", "{ }"],
			["op", "/pat", "h{}"],
			["op", "/path{}"],
		])
			await expect(answerOnce(repeatOf({ request }), never)).rejects.toMatchObject({ code: "conflict" });
	});

	it("is busy while the first is at work, and one of many at once is the first", async () => {
		let works = 0;
		let finish: (() => void) | undefined;
		const gate = new Promise<void>((resolve) => {
			finish = resolve;
		});
		const work = async (): Promise<Kept> => {
			works += 1;
			await gate;
			return answer;
		};
		const all = Array.from({ length: 20 }, () => answerOnce(repeatOf(), work));
		const outcomes = Promise.allSettled(all);
		await expect.poll(() => works).toBe(1);
		await expect(answerOnce(repeatOf(), never)).rejects.toMatchObject({ code: "busy", retryable: true });
		finish?.();
		const done = (await outcomes).filter(({ status }) => status === "fulfilled");
		expect([works, done.length]).toEqual([1, 1]);
		expect(await answerOnce(repeatOf(), never)).toMatchObject({ repeated: true });
	});

	it("is free again after a refusal", async () => {
		const refuse = (): Promise<Kept> => Promise.reject(new Error("no"));
		await expect(answerOnce(repeatOf(), refuse)).rejects.toThrow("no");
		expect(await answerOnce(repeatOf(), async () => answer)).toMatchObject({ repeated: false });
	});

	it("is free again when the process that had it is gone, and not while it is there", async () => {
		// A busy machine may stop a process for a while: the one that is there must not seem gone by that.
		const claimMs = 400;
		let finish: (() => void) | undefined;
		const gate = new Promise<void>((resolve) => {
			finish = resolve;
		});
		// This one is at work for longer than a claim holds.
		const long = answerOnce(repeatOf({ key: "alive" }), () => gate.then(() => answer), claimMs);
		// That one is never heard of again: nothing renews its claim.
		const gone: DocumentPort = { ...documents, put: (...args) => documents.put(...args) };
		let dead = false;
		gone.put = (...args) => (dead ? Promise.reject(new Error("gone")) : documents.put(...args));
		answerOnce(repeatOf({ key: "dead", documents: gone }), () => new Promise(() => {}), claimMs).catch(
			() => {},
		);
		await expect.poll(() => documents.list({ tenant, kind: "answer", limit: 9 })).toHaveLength(2);
		dead = true;
		const attempt = () => answerOnce(repeatOf({ key: "dead" }), async () => answer).catch(() => undefined);
		await expect.poll(attempt, { timeout: 10_000 }).toMatchObject({ repeated: false });
		await expect(answerOnce(repeatOf({ key: "alive" }), never)).rejects.toMatchObject({ code: "busy" });
		finish?.();
		expect(await long).toMatchObject({ repeated: false });
		expect(await answerOnce(repeatOf({ key: "alive" }), never)).toMatchObject({ repeated: true });
	});
});
