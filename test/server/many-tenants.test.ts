import { describe, expect, it } from "vitest";
import { openHouse } from "../../src/house.ts";
import { defineAgent, type Holdfast, memoryStore } from "../../src/index.ts";
import { scriptedModel } from "../../src/testing/index.ts";
import { latch, waitAt } from "../turn/turn-world.ts";

type House = Awaited<ReturnType<typeof openHouse>>;
type Tenant = Parameters<House["enter"]>[0];

const tenant = (name: string): Tenant => name as Tenant;

/** More tenants than stay open. */
async function crowd(house: House): Promise<void> {
	for (let i = 0; i < 250; i++) await house.use(tenant(`other-${i}`), (hf) => hf.sessions.list({ limit: 1 }));
}

describe("many tenants of one process (IF4)", () => {
	it("those that are idle are closed, and open again when they are asked for", async () => {
		const house = await openHouse({ store: memoryStore() }, { loopback: true, shareFeeds: true });
		const append = (hf: Holdfast) =>
			hf.session({ agentId: "a", sessionId: "s" }).history.append({ role: "user", content: "x" });
		await house.use(tenant("one"), append);
		await crowd(house);
		expect((await house.counts()).tenants).toBeLessThanOrEqual(200);
		expect(await house.use(tenant("one"), append)).toMatchObject({ offset: 1 });
		await house.close();
	});

	it("however many are in use, so many idle ones stay open", async () => {
		const house = await openHouse({ store: memoryStore() }, { loopback: true, shareFeeds: true });
		const used = Array.from({ length: 220 }, (_, i) => house.enter(tenant(`used-${i}`)));
		const first = house.enter(tenant("one"));
		first.leave();
		const again = house.enter(tenant("one"));
		expect(again.hf).toBe(first.hf);
		for (const { leave } of [...used, again]) leave();
		await house.close();
	});

	it("one that is followed, or has a run that nobody reads just now, stays", async () => {
		const asked = latch();
		const go = latch();
		const model = scriptedModel([{ text: "done", before: () => waitAt(asked, go) }]);
		const house = await openHouse(
			{ store: memoryStore(), agents: [defineAgent({ id: "a", model })] },
			{ loopback: true, shareFeeds: true },
		);
		const followed = house.enter(tenant("followed"));
		const ref = { agentId: "a", sessionId: "s" };
		const next = followed.hf.session(ref).follow().next();
		const { hf, leave } = house.enter(tenant("running"));
		const { runId } = hf.agents.stream({ ...ref, input: "go" });
		await asked.opened;
		leave();
		await crowd(house);
		const again = house.enter(tenant("running"));
		const events = again.hf.runs.stream(runId);
		const first = events.next();
		go.open();
		expect((await first).value).toMatchObject({ seq: 0 });
		await followed.hf.session(ref).history.append({ role: "user", content: "x" });
		expect((await next).value).toMatchObject({ offset: 0 });
		for (const one of [again, followed]) one.leave();
		await house.close();
	});
});
