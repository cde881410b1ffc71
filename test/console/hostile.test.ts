import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { NewEvent } from "../../src/index.ts";
import { closeBrowser, NO_BROWSER, openWindow } from "./browser.ts";
import { enter } from "./enter.ts";
import { openWorld, type World } from "./world.ts";

const HOSTILE = `"><img src=x onerror="document.title='owned'"><script>document.title='owned'</script>\u202ejs`;
/** Encoded once more it is another id. */
const SESSION = "50%41 &#/../?+";
const USER = 'u%41"><i>';

const query = (values: Record<string, string>): string => new URLSearchParams(values).toString();
const custom = (data: NewEvent["data"]): NewEvent =>
	({ kind: "custom", source: "integration", data }) as NewEvent;

describe.skipIf(NO_BROWSER)(`IF5: what others wrote breaks no page (${NO_BROWSER ?? "Chromium"})`, () => {
	let world: World;
	const ref = { agentId: "support", userId: USER, sessionId: SESSION };
	const path = `/session?${query({ agent: "support", user: USER, session: SESSION })}`;

	beforeAll(async () => {
		world = await openWorld();
		await world.hf.users.upsert(USER, { displayName: HOSTILE, variables: { constructor: HOSTILE } });
		await world.hf.users.upsert('uA"><i>', { displayName: "Somebody else" });
		await world.hf.session(ref).append([
			custom({ type: HOSTILE, toString: null, deep: JSON.parse("[".repeat(150) + "]".repeat(150)) }),
			{ kind: "session", source: "system", data: { change: "__proto__" } },
			{ kind: "session", source: "system", data: { change: "constructor" } },
			{ kind: "status", source: "system", data: { status: "constructor", error: [HOSTILE] } },
			{
				kind: "message",
				source: "human",
				data: {
					role: "assistant",
					content: [
						{ type: "text", text: 7 },
						{ type: HOSTILE, url: {} },
					],
				},
			},
			{
				kind: "message",
				source: "user",
				data: { role: "user", content: "the end" },
				stateDelta: { set: { constructor: HOSTILE } },
			},
		] as NewEvent[]);
	});
	afterAll(async () => {
		await closeBrowser();
		await world.close();
	});

	test("a log with names of members of every object, depth and markup is shown as text", async () => {
		const { page, troubles, context } = await openWindow();
		await enter(page, world.url, `${path}&at=5`);
		await page.getByText("Session: __proto__").waitFor();
		await page.getByText("Session: constructor").waitFor();
		// The state before had no key of this name, whatever objects inherit.
		await page.getByText("before: not set").waitFor();
		expect(await page.title()).toBe("the end · Holdfast");
		await page.getByText(SESSION, { exact: true }).first().waitFor();
		expect(troubles).toEqual([]);
		await context.close();
	});

	test("an id with a percent sign in the address is that id, and no other", async () => {
		const { page, context } = await openWindow();
		await enter(page, world.url, `/user?${query({ id: USER })}`);
		await page.getByRole("button", { name: "Edit constructor" }).waitFor();
		expect(await page.getByText("Somebody else").count()).toBe(0);
		await context.close();
	});

	test("a session that is moved while it is looked at has no buttons any more", async () => {
		const { page, context } = await openWindow();
		await enter(page, world.url, path);
		await page.getByRole("button", { name: "Take over" }).waitFor();
		await world.hf.sessions.rekey(ref, { userId: "moved", sessionId: "moved" });
		await page.getByText("deleted, or moved to another user or id").waitFor();
		expect(await page.getByRole("button", { name: "Take over" }).count()).toBe(0);
		await page.getByText("the end").last().waitFor();
		await context.close();
	});
});
