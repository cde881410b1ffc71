import { expect, onTestFinished, test } from "vitest";
import { openHouse } from "../../house.ts";
import { defineAgent } from "../../index.ts";
import { scriptedModel } from "../../testing/index.ts";
import type { Call } from "../operation.ts";
import { agents } from "./agents.ts";

test("AG2: who leaves before the first event is sent has left: the run is cancelled if that was asked for", async () => {
	const asked = Promise.withResolvers<void>();
	const before = (): Promise<never> => {
		asked.resolve();
		return new Promise<never>(() => {});
	};
	const model = scriptedModel([{ before }]);
	const options = { loopback: true, shareFeeds: false };
	const house = await openHouse({ agents: [defineAgent({ id: "a", model })] }, options);
	onTestFinished(() => house.close());
	const { hf, served } = house.enter(house.tenant);
	const stream = agents.find(({ id }) => id === "agents.stream");
	const left = new AbortController();
	const call = {
		hf,
		served,
		params: { id: "a" },
		query: {},
		signal: left.signal,
		idempotencyKey: undefined,
		body: { input: "go", sessionId: "s", onLeave: "cancel" },
		caller: { scope: "agent" },
	} as unknown as Call;
	const answer = await stream?.handle(call);
	const id = answer?.headers?.["holdfast-run-id"] ?? "";
	await asked.promise;
	await answer?.stream?.cancel();
	left.abort();
	await expect.poll(async () => (await hf.runs.list()).items).toMatchObject([{ id, status: "cancelled" }]);
});
