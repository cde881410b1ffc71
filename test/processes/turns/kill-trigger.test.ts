import { expect, onTestFinished } from "vitest";
import { defineAgent, type Holdfast, holdfast } from "../../../src/index.ts";
import { scriptedModel } from "../../../src/testing/index.ts";
import { startReceiver } from "../../webhooks/receiver.ts";
import { isSigned } from "../../webhooks/verify.ts";
import { onEachStore } from "../on-each-store.ts";
import { startChild } from "../start-child.ts";
import { type Place, storeAt } from "../store-at.ts";
import type { TriggerChildInput, TriggerMessage } from "./children/trigger.ts";

/** Long enough that a busy machine does not let it run out before the process has come to its point. */
const LEASE_MS = 1_000;

/** Triggers in another process, and kills it at a point of its work. */
async function die(path: Place, at: string, more: Partial<TriggerChildInput> = {}): Promise<void> {
	const given: TriggerChildInput = { path, at, leaseMs: LEASE_MS, ...more };
	const child = startChild<TriggerMessage>("../turns/children/trigger", given);
	// With a callback the trigger itself settles first; else it has come past the point, and would be waited for in vain.
	const reached = await child.message((message) => "at" in message || more.callbackUrl === undefined);
	if (!("at" in reached)) throw new Error(`the trigger settled without "${at}": ${reached.settled}`);
	await child.kill();
}

async function open(path: Place): Promise<Holdfast> {
	const agents = [defineAgent({ id: "a", model: scriptedModel(() => "never") })];
	const network = { allow: ["127.0.0.1"] };
	const hf = await holdfast({ store: storeAt(path), leaseMs: LEASE_MS, agents, network });
	onTestFinished(() => hf.close());
	return hf;
}

const triggerJobs = async (hf: Holdfast) =>
	(await hf.jobs.list()).items.filter(({ kind }) => kind === "callback" || kind === "cleanup");

/** Until no job of a trigger is left: each is due when the lease of the dead has run out, at the latest. */
async function untilSettled(hf: Holdfast): Promise<void> {
	while ((await triggerJobs(hf)).length > 0) {
		await hf.idle();
		await new Promise((resolve) => setTimeout(resolve, 20));
	}
}

async function expectNothingLeft(hf: Holdfast): Promise<void> {
	expect((await hf.users.list()).items).toEqual([]);
	expect((await hf.sessions.list()).items).toEqual([]);
	expect((await hf.runs.list()).items).toEqual([]);
}

onEachStore(
	"AG11 kill -9 of a trigger without callback: user and session go, wherever it died",
	async (newPlace) => {
		const places: Place[] = [];
		for (const at of ["asked for cleanup", "user made", "model", "erased"]) {
			const path = await newPlace();
			await die(path, at);
			places.push(path);
		}
		// They die one after the other; the leases that they leave run out side by side.
		await Promise.all(
			places.map(async (path) => {
				const hf = await open(path);
				await untilSettled(hf);
				await expectNothingLeft(hf);
			}),
		);
	},
);

onEachStore(
	"AG11 kill -9 of a trigger with callback: it is sent, wherever the process died",
	async (newPlace) => {
		const dead: { path: Place; type: string; receiver: Awaited<ReturnType<typeof startReceiver>> }[] = [];
		for (const [at, type] of [
			["asked for callback", "run.failed"],
			["model", "run.failed"],
			["noted callback-sent", "run.completed"],
			["erased", "run.completed"],
		] as const) {
			const path = await newPlace();
			const receiver = await startReceiver();
			await die(path, at, { callbackUrl: receiver.url });
			dead.push({ path, type, receiver });
		}
		await Promise.all(
			dead.map(async ({ path, type, receiver }) => {
				const hf = await open(path);
				await untilSettled(hf);
				expect(receiver.received.map(({ text }) => JSON.parse(text).type)).toEqual([type]);
				const { secret } = await hf.webhooks.secret();
				expect(receiver.received.every((sent) => isSigned(sent, secret))).toBe(true);
				await expectNothingLeft(hf);
			}),
		);
	},
);

onEachStore(
	"AG11 kill -9 while the callback is under way: sent again, with the same id and body",
	async (newPlace) => {
		const path = await newPlace();
		const here = Promise.withResolvers<void>();
		let calls = 0;
		const receiver = await startReceiver(async () => {
			calls += 1;
			here.resolve();
			return calls === 1 ? new Promise<number>(() => {}) : 200;
		});
		const given: TriggerChildInput = {
			path,
			at: "",
			leaseMs: LEASE_MS,
			callbackUrl: receiver.url,
			sessionId: "s",
		};
		const child = startChild<TriggerMessage>("../turns/children/trigger", given);
		await here.promise;
		await child.kill();
		const hf = await open(path);
		await receiver.until(({ length }) => length === 1);
		const [sent] = receiver.received;
		const [run] = (await hf.runs.list()).items;
		expect(sent?.headers["webhook-id"]).toBe(`callback:${run?.id}`);
		expect(JSON.parse(sent?.text ?? "")).toMatchObject({
			type: "run.completed",
			output: "Done.",
			runId: run?.id,
		});
		// With a session everything is kept.
		await untilSettled(hf);
		expect(await hf.sessions.get({ agentId: "a", sessionId: "s" })).toMatchObject({ lastRunId: run?.id });
	},
);
