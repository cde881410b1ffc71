import { describe, expect, it } from "vitest";
import { memoryStore } from "../store/memory/index.ts";
import { idsOf, withIds } from "./given-ids.ts";
import type { Runtime } from "./turn.ts";

const store = memoryStore();
const runtime = (active: string[] = []): Runtime =>
	({ platform: { store, tenant: "t" }, active: new Map(active.map((id) => [id, {}])) }) as unknown as Runtime;
const input = { agentId: "a", input: "x" };
const [runId, sessionId] = ["01900000-0000-7000-8000-000000000001", "01900000-0000-7000-8000-000000000002"];

describe("ids that a caller over the network has chosen", () => {
	it("are taken from beside the input; its members say nothing", async () => {
		expect(idsOf(withIds(input, { runId, sessionId }))).toMatchObject({ runId, generated: sessionId });
		const own = idsOf({ ...input, runId, ids: { runId } } as never);
		expect(own.runId).not.toBe(runId);
		await own.check(runtime());
	});

	it("must be UUIDs, and the run's is refused where there is such a run", async () => {
		await store.open();
		await idsOf(withIds(input, { runId })).check(runtime());
		await expect(idsOf(withIds(input, { runId })).check(runtime([runId]))).rejects.toMatchObject({
			code: "conflict",
			runId,
		});
		for (const bad of [{ runId: "mine" }, { sessionId: "mine" }])
			await expect(idsOf(withIds(input, bad)).check(runtime())).rejects.toMatchObject({ code: "invalid" });
	});
});
