import { expect, onTestFinished, test } from "vitest";
import { defineAgent, type Holdfast, type HoldfastOptions, holdfast } from "../../src/index.ts";
import { scriptedModel } from "../../src/testing/index.ts";
import { storeAt } from "../processes/store-at.ts";
import { tempDatabase } from "../processes/temp-database.ts";
import { startReceiver } from "./receiver.ts";
import { isSigned } from "./verify.ts";
import { numbered } from "./webhook-world.ts";

async function open(options: HoldfastOptions): Promise<Holdfast> {
	// The receiver is on this machine, which callers may not name unless it is allowed.
	const hf = await holdfast({ network: { allow: ["127.0.0.1"] }, ...options });
	onTestFinished(() => hf.close());
	return hf;
}

const ref = { agentId: "a", sessionId: "s" };

test("IF3: holdfast() delivers what its sessions subscribe, a run's events too", async () => {
	const hf = await open({ agents: [defineAgent({ id: "a", model: scriptedModel(["Hello."]) })] });
	const receiver = await startReceiver();
	await hf.sessions.create(ref, { metadata: { event_webhook_url: receiver.url } });
	await hf.agents.run({ ...ref, input: "Hi" });
	await hf.idle();
	const events = await hf.session(ref).events();
	expect(receiver.received.map(({ event }) => event)).toEqual(events);
	expect(events.map(({ kind }) => kind)).toContain("message");
	const { secret } = await hf.webhooks.secret();
	expect(receiver.received.every((one) => isSigned(one, secret))).toBe(true);
	expect((await hf.webhooks.list()).items).toMatchObject([{ session: ref, pending: 0 }]);
});

test("IF3: what a closed instance still owed is delivered by the next one", async () => {
	const path = tempDatabase();
	const receiver = await startReceiver(() => 500);
	const first = await open({ store: storeAt(path) });
	await first.session(ref).subscribe({ url: receiver.url });
	await first.session(ref).append([numbered(0), numbered(1)]);
	await receiver.until(({ length }) => length > 0);
	await first.close();
	receiver.answerWith(() => 200);
	const second = await open({ store: storeAt(path) });
	await second.webhooks.retry(ref);
	await receiver.until(() => receiver.taken().length === 2);
	const ids = new Set(receiver.received.map(({ headers }) => headers["webhook-id"]));
	expect(ids.size).toBe(2);
});
