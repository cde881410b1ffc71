import { expect } from "vitest";
import { onEachStore } from "../processes/on-each-store.ts";
import { startChild } from "../processes/start-child.ts";
import { storeAt } from "../processes/store-at.ts";
import type { DeliverInput } from "./children/deliver.ts";
import { offsetsOf, type Receiver, startReceiver } from "./receiver.ts";
import { isSigned } from "./verify.ts";
import { numbered, range, webhookWorld } from "./webhook-world.ts";

const SESSIONS = ["s0", "s1", "s2"];
const EVENTS = 120;
const KILLS = 8;

const deliverer = (input: DeliverInput) =>
	startChild<{ open: true }>("../../webhooks/children/deliver", input);

/** In order, nothing left out: each request is for the next event, or again for the one before. */
function expectInOrder(receiver: Receiver, id: string): void {
	let newest = -1;
	for (const offset of offsetsOf(receiver.received.filter(({ path }) => path === `/${id}`))) {
		expect([newest, newest + 1]).toContain(offset);
		newest = offset;
	}
	expect(newest).toBe(EVENTS - 1);
}

onEachStore(
	"IF3 kill -9 of delivering processes: at least once, in order, with stable ids, whoever goes on",
	async (newPlace) => {
		const path = await newPlace();
		const store = storeAt(path);
		await store.open();
		try {
			// This process subscribes and writes; it does not deliver.
			const world = webhookWorld(store, { deaf: true });
			await world.deliverer.close();
			const receiver = await startReceiver(({ event }) =>
				event.offset % 40 === 7 && Math.random() < 0.5 ? 500 : 200,
			);
			for (const id of SESSIONS) await world.session(id).subscribe({ url: `${receiver.url}/${id}` });
			/** Each life has something of its own to do. */
			const write = (): Promise<unknown> =>
				Promise.all(
					SESSIONS.map(async (id) => {
						for (const n of range(0, EVENTS / KILLS)) await world.session(id).append(numbered(n));
					}),
				);
			const writing: Promise<unknown>[] = [];
			const steady = { path, all: true };
			let survivor = deliverer(steady);
			for (const life of range(0, KILLS)) {
				const mortal = deliverer({ path, all: life % 2 === 0 });
				await mortal.message();
				const seen = receiver.received.length;
				writing.push(write());
				// The random wait is the experiment: where in its work the process dies.
				const wanted = seen + Math.random() * 20;
				await receiver.until(({ length }) => length > wanted);
				await mortal.kill();
				if (life === KILLS / 2) {
					await survivor.kill();
					survivor = deliverer(steady);
				}
			}
			await Promise.all(writing);
			await receiver.until(() =>
				SESSIONS.every((id) => new Set(offsetsOf(receiver.taken(`/${id}`))).size === EVENTS),
			);
			const { secret } = await world.webhooks.secret();
			for (const id of SESSIONS) {
				expectInOrder(receiver, id);
				const events = await world.session(id).events({ limit: 1_000 });
				for (const one of receiver.received.filter((request) => request.path === `/${id}`)) {
					expect(one.headers["webhook-id"]).toBe(events[one.event.offset]?.id);
					expect(one.event).toEqual(events[one.event.offset]);
					expect(isSigned(one, secret)).toBe(true);
				}
			}
			await survivor.kill();
		} finally {
			await store.close();
		}
	},
);
