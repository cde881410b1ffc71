import { expect, test } from "vitest";
import { expectJson } from "./expect-json.ts";
import { runHere } from "./run-line.ts";
import { ENTER } from "./start-process.ts";
import { TENANT, withStore } from "./store-of.ts";
import { typeHere } from "./type-here.ts";
import { type CliWorld, describeWorlds } from "./worlds.ts";

interface Listed {
	items: { session: { sessionId: string }; status: string; nextOffset: number; error?: string }[];
	next?: string;
}

/** A session whose events go to a URL that nobody answers at, and whose delivery was given up. */
async function giveUp(world: CliWorld, sessionId: string, agentId = "support"): Promise<void> {
	const session = world.hf.session({ agentId, sessionId });
	await session.subscribe({ url: "https://receiver.invalid/hook" });
	await session.append({ kind: "message", source: "user", data: { role: "user", content: "hello" } });
	await withStore(world, async ({ deliveries }) => {
		const uid = async () => (await deliveries.list({ tenant: TENANT, limit: 500 })).map((one) => one.uid);
		const { uid: own } = await world.hf.sessions.get({ agentId, sessionId });
		const id = (await uid()).find((one) => one === own);
		if (id === undefined) throw new Error("there is no delivery");
		const key = { uid: id, url: "https://receiver.invalid/hook" };
		// Whoever holds it now lets it go when the name is not found.
		await expect
			.poll(
				async () => {
					await deliveries.redrive({ tenant: TENANT, key, skip: false, at: 0 });
					const [held] = await deliveries.claim(TENANT, 10_000, { limit: 1, uid: id });
					if (!held) return false;
					const at = Date.now();
					return deliveries.settle({
						tenant: TENANT,
						key,
						token: held.token,
						outcome: { dead: { error: "gone \u001b[35m", at } },
					});
				},
				{ timeout: 20_000 },
			)
			.toBe(true);
	});
}

describeWorlds("IF4: holdfast webhooks", (world) => {
	const dead = async (): Promise<Listed["items"]> =>
		(await expectJson<Listed>("webhooks ls", await runHere(["webhooks", "ls", "--dead", "--json"], world())))
			.items;

	test("ls lists deliveries, and what was given up; retry takes them up again", async () => {
		expect(await runHere(["webhooks", "ls"], world())).toMatchObject({ code: 0, stdout: "" });
		await giveUp(world(), "w1");
		await giveUp(world(), "w2");
		await giveUp(world(), "w2", "other");
		const [plain, typed] = [
			runHere(["webhooks", "ls", "--dead", "--json"], world()),
			typeHere(["webhooks", "ls"], world()),
		];
		const { items } = await expectJson<Listed>("webhooks ls", await plain);
		expect(items).toHaveLength(3);
		expect(await typed.ended).toBe(0);
		expect(await typed.screen()).toMatch(/support +w1 +dead +1 +1 .*https:.*\n(?:.*\n)*✗ 3 × gone/);
		expect(typed.bytes()).not.toContain("\u001b[35m");
		const first = JSON.parse((await runHere(["webhooks", "ls", "--limit", "1", "--json"], world())).stdout);
		const rest = await runHere(["webhooks", "ls", "--cursor", first.next, "--json"], world());
		expect(JSON.parse(rest.stdout).items).toHaveLength(2);

		const ambiguous = await runHere(["webhooks", "retry", "w2"], world());
		expect(ambiguous).toMatchObject({ code: 1, stdout: "" });
		expect(ambiguous.stderr).toContain("w2 --agent other");
		const one = await runHere(["webhooks", "retry", "w2", "--agent", "other", "--json"], world());
		expect(await expectJson("webhooks retry", one)).toEqual({
			retried: [{ agentId: "other", sessionId: "w2" }],
		});
		expect(await dead()).toHaveLength(2);
		const all = typeHere(["webhooks", "retry", "--all-dead"], world());
		expect(await all.ended).toBe(0);
		expect(await all.screen()).toContain("Retrying the deliveries of 2 sessions.");
		expect(await dead()).toEqual([]);
		for (const wrong of [[], ["w1", "--all-dead"]])
			expect(await runHere(["webhooks", "retry", ...wrong], world())).toMatchObject({ code: 2 });
		expect(await runHere(["webhooks", "retry", "w9"], world())).toMatchObject({ code: 1 });
	}, 60_000);

	test("IF8: subscribe, subscriptions and unsubscribe work for an agent, for the tenant and for a session", async () => {
		type Made = { id?: string; url: string; agentId?: string; events?: string[] };
		const list = async (...more: string[]): Promise<Made[]> => {
			const reply = await runHere(["webhooks", "subscriptions", ...more, "--json"], world());
			return (await expectJson<{ items: Made[] }>("webhooks subscriptions", reply)).items;
		};
		const url = "https://receiver.invalid/hook";
		const filters = ["-e", "mode:manual", "-e", "status:failed"];
		const line = ["webhooks", "subscribe", url, "--agent", "support", "--id", "mine", ...filters];
		const made = await expectJson<Made>("webhooks subscribe", await runHere([...line, "--json"], world()));
		expect(made).toMatchObject({
			id: "mine",
			url,
			agentId: "support",
			events: ["mode:manual", "status:failed"],
		});
		const typed = typeHere(["webhooks", "subscribe", url, "--id", "all"], world(), { columns: 200 });
		expect(await typed.ended).toBe(0);
		expect(await typed.screen()).toContain(`Sending events of all agents to ${url}: every event.`);
		await world().hf.session({ agentId: "support", sessionId: "w7" }).setTitle("x");
		const one = ["--session", "w7", "--agent", "support"];
		expect(await runHere(["webhooks", "subscribe", url, ...one, "-e", "message"], world())).toMatchObject({
			code: 0,
		});
		expect((await list()).map(({ id }) => id)).toEqual(["all", "mine"]);
		expect((await list("--agent", "support")).map(({ id }) => id)).toEqual(["mine"]);
		expect(await list(...one)).toMatchObject([{ url, events: ["message"] }]);
		const shown = typeHere(["webhooks", "subscriptions"], world(), { columns: 200 });
		expect(await shown.ended).toBe(0);
		expect(await shown.screen()).toMatch(/mine +agent support +mode:manual, status:failed/);
		for (const wrong of [
			[...line.slice(0, 3), "-e", "massage"],
			["webhooks", "unsubscribe", "nobody"],
			["webhooks", "unsubscribe", "https://receiver.invalid/other", ...one],
		])
			expect(await runHere(wrong, world())).toMatchObject({ code: 1, stdout: "" });
		expect(await runHere(["webhooks", "subscribe", url, ...one, "--id", "x"], world())).toMatchObject({
			code: 2,
		});
		for (const which of [["all"], ["mine"], [url, ...one]])
			expect(await runHere(["webhooks", "unsubscribe", ...which], world())).toMatchObject({ code: 0 });
		expect([...(await list()), ...(await list(...one))]).toEqual([]);
	}, 60_000);

	test("SE11: secret prints it alone; rotate asks, and prints another", async () => {
		const before = await runHere(["webhooks", "secret"], world());
		expect(before.stdout).toMatch(/^\S+\n$/);
		expect(await runHere(["webhooks", "rotate"], world())).toMatchObject({ code: 2, stdout: "" });
		const typed = typeHere(["webhooks", "rotate", "--keep-old-hours", "0"], world(), { columns: 200 });
		await typed.until("The old one ends immediately");
		typed.type(`y${ENTER}`);
		expect(await typed.ended).toBe(0);
		const { secret } = await expectJson<{ secret: string }>(
			"webhooks secret",
			await runHere(["webhooks", "secret", "--json"], world()),
		);
		expect(secret).not.toBe(before.stdout.trim());
		expect(await typed.screen()).toContain(secret);
	});
});
