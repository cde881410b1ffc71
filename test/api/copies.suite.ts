import { describe, expect, test } from "vitest";
import type { Json, NewEvent } from "../../src/index.ts";
import { said } from "./drafts.ts";
import { type Backend, freshWorld } from "./world.ts";

const ref = { agentId: "support", sessionId: "s" };

/** Changes every object inside a value that it can. */
function spoil(value: unknown): void {
	if (typeof value !== "object" || value === null || Object.isFrozen(value)) return;
	for (const member of Object.values(value)) spoil(member);
	if (Array.isArray(value)) value.push("spoiled");
	else Object.assign(value, { spoiled: true });
}

/** No part of it can be changed; whoever tries, throws. */
function frozen<T>(value: T): T {
	if (typeof value === "object" && value !== null) {
		for (const member of Object.values(value)) frozen(member);
		Object.freeze(value);
	}
	return value;
}

const values = (): Record<string, Json> => ({ list: [1, { a: 1 }], deep: { b: [2] } });
const event = (): NewEvent => ({
	...said("x"),
	metadata: values(),
	stateDelta: { set: values(), remove: ["gone"] },
});

export function describeCopies(backend: Backend): void {
	describe("copies", () => {
		const world = freshWorld(backend);

		test("SE4 what a caller does to arguments after the call changes nothing", async () => {
			const hf = await world.open();
			const [given, delta, patch, init, variables] = [
				event(),
				values(),
				{ set: values() },
				{ state: values(), metadata: values() },
				values(),
			];
			const target = { ...ref };
			const other = { ...ref, sessionId: "t" };
			const handle = hf.session(target);
			target.sessionId = "elsewhere";
			const pending = [
				handle.append(given),
				handle.state.set(delta),
				handle.updateMetadata(patch),
				hf.sessions.create(other, init),
				hf.users.setVariables("u", variables),
			];
			for (const argument of [given, delta, patch, init, variables]) spoil(argument);
			other.sessionId = "elsewhere";
			await Promise.all(pending);
			expect(await hf.session(ref).events({ kinds: ["message"] })).toMatchObject([event()]);
			expect(await hf.session(ref).state.get()).toEqual(values());
			expect((await hf.sessions.get(ref)).metadata).toEqual(values());
			expect(await hf.session({ ...ref, sessionId: "t" }).state.get()).toEqual(values());
			expect((await hf.sessions.get({ ...ref, sessionId: "t" })).metadata).toEqual(values());
			expect((await hf.users.get("u")).variables).toEqual(values());
			expect((await hf.sessions.list()).items).toHaveLength(2);
		});

		test("SE4 what a caller does to results changes nothing, and results are not shared", async () => {
			const hf = await world.open();
			const handle = hf.session(ref);
			const reads = [
				() => handle.events(),
				() => handle.history.last(5),
				() => hf.sessions.getMessages(ref),
				() => handle.state.get(),
				() => handle.state.asOf(0),
				() => handle.rewind(0).events(),
				() => hf.sessions.get(ref),
				() => hf.sessions.open(ref),
				() => hf.sessions.list(),
				() => hf.sessions.find({ externalId: "x" }),
				() => hf.users.get("u"),
				() => hf.users.list(),
				() => hf.users.find({ metadata: { m: 1 } }),
			];
			spoil(await handle.append(event(), { idempotencyKey: "k" }));
			await handle.updateMetadata({ set: { external_id: "x", ...values() } });
			spoil(await hf.users.upsert("u", { variables: values(), metadata: { m: 1, ...values() } }));
			const before = await Promise.all(reads.map((read) => read()));
			const text = JSON.stringify(before);
			expect(text).not.toContain("spoiled");
			for (const result of before) spoil(result);
			spoil(await handle.append(event(), { idempotencyKey: "k" }));
			expect(JSON.stringify(await Promise.all(reads.map((read) => read())))).toBe(text);
		});

		test("SE4 frozen arguments are taken, so arguments are never changed", async () => {
			const hf = await world.open();
			const handle = hf.session(frozen({ ...ref }));
			await handle.append(frozen([event(), event()]), frozen({ idempotencyKey: "k", expectedOffset: 0 }));
			await handle.state.set(frozen(values()));
			await handle.updateMetadata(frozen({ set: values(), unset: ["z"] }));
			await handle.events(frozen({ kinds: ["message" as const], after: -1 }));
			await hf.sessions.open(frozen({ agentId: "a" }), frozen({ state: values(), metadata: values() }));
			await hf.users.upsert("u", frozen({ variables: values() }));
			await hf.sessions.list(frozen({ agentId: "a", limit: 1 }));
			expect((await hf.sessions.get(ref)).messageCount).toBe(2);
		});

		test("SE4 changing a handle's ref does not move the handle", async () => {
			const hf = await world.open();
			const handle = hf.session({ ...ref });
			try {
				Object.assign(handle.ref, { sessionId: "elsewhere", agentId: "other" });
			} catch {
				// Refusing the change is as good.
			}
			await handle.append(said("x"));
			expect((await hf.sessions.list()).items).toMatchObject([ref]);
		});
	});
}
