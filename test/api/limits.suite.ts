import { describe, expect, test } from "vitest";
import { note, said } from "./drafts.ts";
import { refusal } from "./refusal.ts";
import { type Backend, freshWorld } from "./world.ts";

const ref = { agentId: "support", sessionId: "s" };
const KIB = 1024;

export function describeLimits(backend: Backend): void {
	describe("limits", () => {
		const world = freshWorld(backend);

		test("SE3 every backend takes 256 KiB an event and 64 events a batch", async () => {
			const hf = await world.open();
			expect(world.store.capabilities.limits.eventBytes).toBeGreaterThanOrEqual(256 * KIB);
			expect(world.store.capabilities.limits.batchEvents).toBeGreaterThanOrEqual(64);
			const content = "x".repeat(256 * KIB - 512);
			await hf.session(ref).append(said(content));
			expect(await hf.session(ref).history.last(1)).toMatchObject([{ content }]);
			expect(await hf.session(ref).append(Array.from({ length: 64 }, () => said("y")))).toHaveLength(64);
		});

		test("SE3 an event past the limit is refused with its size, and nothing of its batch is written", async () => {
			const hf = await world.open();
			const limit = world.store.capabilities.limits.eventBytes;
			const error = await refusal(
				hf.session(ref).append([said("a"), said("x".repeat(limit))]),
				"limit_exceeded",
			);
			expect(error).toMatchObject({ limit, bytes: expect.any(Number), retryable: false });
			expect(error.bytes).toBeGreaterThan(limit);
			await refusal(hf.sessions.get(ref), "not_found");
		});

		test("SE3 the limit counts bytes, not characters, and metadata too", async () => {
			const hf = await world.open();
			const limit = world.store.capabilities.limits.eventBytes;
			await refusal(hf.session(ref).append(said("€".repeat(limit / 2))), "limit_exceeded");
			const metadata = { big: "x".repeat(limit) };
			await refusal(hf.session(ref).append({ ...said("a"), metadata }), "limit_exceeded");
			await refusal(
				hf.session(ref).history.append({ role: "user", content: "a", metadata }),
				"limit_exceeded",
			);
			await refusal(hf.sessions.get(ref), "not_found");
		});

		test("SE3 a batch past the limit is refused, and nothing of it is written", async () => {
			const hf = await world.open();
			const limit = world.store.capabilities.limits.batchEvents;
			const batch = Array.from({ length: limit + 1 }, (_, i) => note({ i }));
			const error = await refusal(hf.session(ref).append(batch), "limit_exceeded");
			expect(error).toMatchObject({ limit, events: limit + 1 });
			await refusal(hf.sessions.get(ref), "not_found");
			expect(await hf.session(ref).append(batch.slice(1))).toHaveLength(limit);
		});

		test("SE6 metadata past the limit is refused, and what was there stays", async () => {
			const hf = await world.open();
			await hf.session(ref).updateMetadata({ set: { a: 1 } });
			const set = { big: "x".repeat(1024 * KIB) };
			await refusal(hf.session(ref).updateMetadata({ set }), "limit_exceeded");
			expect((await hf.sessions.get(ref)).metadata).toEqual({ a: 1 });
			await hf.users.upsert("u", { variables: { a: 1 } });
			await refusal(hf.users.setVariables("u", set), "limit_exceeded");
			await refusal(hf.users.updateMetadata("u", { set }), "limit_exceeded");
			expect(await hf.users.get("u")).toMatchObject({ variables: { a: 1 }, metadata: {} });
		});

		test("SE6 metadata given at creation has the same limit, and nothing is created past it", async () => {
			const hf = await world.open();
			const metadata = { big: "x".repeat(1024 * KIB) };
			await refusal(hf.sessions.create(ref, { metadata }), "limit_exceeded");
			await refusal(hf.sessions.open(ref, { metadata }), "limit_exceeded");
			await refusal(hf.sessions.get(ref), "not_found");
		});

		test("SE4 events reads 1,000 by default and at most 10,000", async () => {
			const hf = await world.open();
			const batch = Array.from({ length: 600 }, (_, i) => note({ i }));
			await hf.session(ref).append(batch);
			await hf.session(ref).append(batch);
			expect(await hf.session(ref).events()).toHaveLength(1000);
			expect((await hf.session(ref).events()).at(-1)?.offset).toBe(999);
			expect(await hf.session(ref).events({ limit: 10_000 })).toHaveLength(1200);
			expect(await hf.session(ref).events({ last: 10_000 })).toHaveLength(1200);
			expect((await refusal(hf.session(ref).events({ limit: 10_001 }), "invalid")).message).toContain(
				"10000",
			);
			await refusal(hf.session(ref).events({ last: 10_001 }), "invalid");
			await refusal(hf.session(ref).history.last(10_001), "invalid");
			await refusal(hf.sessions.getMessages(ref, { limit: 10_001 }), "invalid");
		});
	});
}
