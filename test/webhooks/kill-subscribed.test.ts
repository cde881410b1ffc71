import { expect } from "vitest";
import { onEachStore } from "../processes/on-each-store.ts";
import { startChild } from "../processes/start-child.ts";
import { storeAt } from "../processes/store-at.ts";
import type { DeliverInput } from "./children/deliver.ts";
import type { WriteInput } from "./children/write.ts";
import { offsetsOf, type Receiver, startReceiver } from "./receiver.ts";
import { range, webhookWorld } from "./webhook-world.ts";

const EVENTS = 30;
const KILLS = 6;

const deliverer = (input: DeliverInput) =>
	startChild<{ open: true }>("../../webhooks/children/deliver", input);
const writer = (input: WriteInput) => startChild<{ done: true }>("../../webhooks/children/write", input);

const cameFrom = (receiver: Receiver, path: string, id: string): number[] =>
	offsetsOf(receiver.received.filter((one) => one.path === path && one.headers["holdfast-session"] === id));

onEachStore(
	"IF8 kill -9 of delivering processes: a tenant's subscription gets sessions of other processes, all events, in order",
	async (newPlace) => {
		const path = await newPlace();
		const store = storeAt(path);
		await store.open();
		try {
			const world = webhookWorld(store, { deaf: true });
			await world.deliverer.close();
			const receiver = await startReceiver(({ event }) =>
				event.offset % 10 === 7 && Math.random() < 0.3 ? 500 : 200,
			);
			await world.webhooks.subscribe({ url: `${receiver.url}/all` });
			await world.webhooks.subscribe({ url: `${receiver.url}/other`, agentId: "b" });
			const ids: string[] = [];
			const writers = [];
			let survivor = deliverer({ path, all: true });
			for (const life of range(0, KILLS)) {
				const mortal = deliverer({ path, all: life % 2 === 0 });
				await mortal.message();
				const seen = receiver.received.length;
				const sessions = range(0, 3).map((n) => `${life}-${n}`);
				ids.push(...sessions);
				writers.push(writer({ path, sessions, events: EVENTS }));
				// The random wait is the experiment: where in its work the process dies.
				const wanted = seen + Math.random() * 40;
				await receiver.until(({ length }) => length > wanted);
				await mortal.kill();
				if (life === KILLS / 2) {
					await survivor.kill();
					survivor = deliverer({ path, all: true });
				}
			}
			for (const child of writers) expect(await child.message()).toEqual({ done: true });
			await receiver.until(() => ids.every((id) => cameFrom(receiver, "/all", id).at(-1) === EVENTS - 1));
			for (const id of ids) {
				let newest = -1;
				for (const offset of cameFrom(receiver, "/all", id)) {
					expect([newest, newest + 1]).toContain(offset);
					newest = offset;
				}
				expect(newest).toBe(EVENTS - 1);
			}
			expect(receiver.received.filter((one) => one.path === "/other")).toEqual([]);
			// What was delivered owes nothing: idle sessions cost nothing.
			await expect.poll(async () => (await world.webhooks.list()).items).toEqual([]);
			await survivor.kill();
		} finally {
			await store.close();
		}
	},
);
