import { readFileSync } from "node:fs";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { defineAgent, tool } from "../../src/index.ts";
import { scriptedModel } from "../../src/testing/scripted-model.ts";
import { closeBrowser, findBarriers, NO_BROWSER, openWindow, shoot } from "./browser.ts";
import { enter } from "./enter.ts";
import { ADMIN_KEY } from "./open-console.ts";
import { openSeededWorld, type World } from "./world.ts";

const ORDER = { agentId: "support", userId: "ada", sessionId: "ada-order" };
const BOOKS = { agentId: "support", userId: "grace", sessionId: "grace-books" };
const pathOf = ({ agentId, userId, sessionId }: typeof ORDER, more = ""): string =>
	`/session?agent=${agentId}&user=${userId}&session=${sessionId}${more}`;

const button = (page: Page, name: string): Locator => page.getByRole("button", { name, exact: true });
const dialog = (page: Page): Locator => page.getByRole("dialog");
const inMenu = async (page: Page, name: string): Promise<void> => {
	await button(page, "More").click();
	await page.getByRole("menuitem", { name }).click();
};
/** By keys alone: the one that has the focus says what it is. */
const focused = (page: Page): Promise<string> =>
	page.evaluate(
		"(({ activeElement: at }) => at.tagName.toLowerCase() + ': ' + (at.getAttribute('aria-label') ?? at.labels?.[0]?.textContent ?? at.textContent))(document)",
	);
const tabTo = async (page: Page, wanted: RegExp): Promise<void> => {
	const passed: string[] = [];
	for (let presses = 0; presses < 80; presses += 1) {
		const at = await focused(page);
		if (wanted.test(at)) return;
		passed.push(at);
		await page.keyboard.press("Tab");
	}
	throw new Error(`Tab does not lead to ${wanted}: ${passed.join(" | ")}`);
};

const REASON = "The customer wants a refund of <b>4.90</b>, which I may not grant.";
/** An agent that asks for a human by itself. */
const desk = defineAgent({
	id: "desk",
	model: scriptedModel(() => ({ toolCalls: [{ name: "escalate", input: { reason: REASON } }] })),
	tools: [
		tool({
			name: "escalate",
			description: "Gets a human",
			input: z.object({ reason: z.string() }),
			execute: async ({ reason }, { handover }) => handover(reason),
		}),
	],
});

describe.skipIf(NO_BROWSER)(`SE7: what is done with a session${NO_BROWSER ? ` (${NO_BROWSER})` : ""}`, () => {
	let world: World;
	beforeAll(async () => {
		world = await openSeededWorld({ more: [desk] });
	});
	afterAll(async () => {
		await world.close();
		await closeBrowser();
	});

	test("SE7: a human takes over, answers and hands back; the agent then knows what was said", async () => {
		const { hf } = world;
		const { page, context, troubles } = await openWindow();
		await enter(page, world.url, pathOf(ORDER));
		const log = page.getByText("Thank you! Can you tell me where I live, too?").first();
		await log.waitFor();
		expect(await page.getByLabel("Message to the user").count()).toBe(0);
		await button(page, "Take over").click();
		await dialog(page).getByText("The agent stops answering.").waitFor();
		await dialog(page).getByLabel("Your name").fill("Mira from the shop");
		expect(await findBarriers(page)).toEqual([]);
		await shoot(page, "handover-take-over-light-desk");
		await dialog(page).getByRole("button", { name: "Take over" }).click();
		const composer = page.getByLabel("Message to the user");
		await composer.waitFor();
		expect((await hf.sessions.get(ORDER)).mode).toBe("manual");

		const asked = world.model.calls.length;
		await hf.agents.run({ ...ORDER, input: "Is anybody there who can help?" });
		await page.getByText("Is anybody there who can help?").first().waitFor();
		expect(world.model.calls.length).toBe(asked);

		await composer.fill("Hello Ada, this is Mira. <b>I</b> refund the postage of 4.90.");
		expect(await findBarriers(page)).toEqual([]);
		await shoot(page, "handover-writing-light-desk");
		await page.emulateMedia({ colorScheme: "dark" });
		await shoot(page, "handover-writing-dark-desk");
		await composer.press("Enter");
		await page.getByText("<b>I</b> refund the postage").first().waitFor();
		await expect.poll(() => composer.inputValue()).toBe("");
		const [last] = (await hf.session(ORDER).events({ last: 1 })).slice(-1);
		expect(last).toMatchObject({ source: "human", data: { displayName: "Mira from the shop" } });

		await composer.fill("One more thing");
		await button(page, "Hand back").click();
		await dialog(page).getByText("It sees the whole conversation").waitFor();
		await dialog(page).getByText("Your message was not sent.").waitFor();
		await dialog(page).getByRole("button", { name: "Hand back" }).click();
		await composer.waitFor({ state: "detached" });
		await button(page, "Take over").waitFor();
		await hf.agents.run({ ...ORDER, input: "Good. And a human I can call?" });
		expect(world.model.texts().at(-1)).toContain("I</b> refund the postage of 4.90.");
		await page.getByText("I am getting a colleague for you").first().waitFor();
		const modes = (await hf.session(ORDER).events()).filter(({ kind }) => kind === "mode");
		expect(modes.map(({ data }) => data)).toEqual([
			{ from: "auto", to: "manual", by: "Mira from the shop" },
			{ from: "manual", to: "auto", by: "Mira from the shop" },
		]);
		expect(await findBarriers(page)).toEqual([]);
		expect(troubles).toEqual([]);
		await context.close();
	});

	test("SE7: what could not be sent stays in the field", async () => {
		const ref = { agentId: "support", userId: "ada", sessionId: "ada-lost" };
		await world.hf.sessions.open(ref, { mode: "manual" });
		const { page, context } = await openWindow();
		await enter(page, world.url, pathOf(ref));
		await page.getByLabel("Your name").fill("Mira");
		await page.getByLabel("Message to the user").fill("Are you there?");
		await context.route(/\/v1\/sessions\/human/, (route) =>
			route.fulfill({
				status: 403,
				contentType: "application/json",
				body: JSON.stringify({ error: { code: "forbidden", message: "not today" } }),
			}),
		);
		await button(page, "Send").click();
		await page.getByRole("alert").getByText("not today").waitFor();
		expect(await page.getByLabel("Message to the user").inputValue()).toBe("Are you there?");
		await context.unroute(/\/v1\/sessions\/human/);
		await button(page, "Send").click();
		await expect.poll(() => page.getByLabel("Message to the user").inputValue()).toBe("");
		await context.close();
		await world.hf.sessions.delete(ref);
	});

	test("IF5: rename, metadata, export, fork at an event, end: each does what it says", async () => {
		const { hf } = world;
		const { page, context, troubles } = await openWindow();
		await enter(page, world.url, pathOf(ORDER, "&at=2"));
		await inMenu(page, "Rename");
		await dialog(page).getByLabel("Title").fill("Order A-7 · طلب");
		await page.keyboard.press("Enter");
		await page.getByRole("heading", { name: "Order A-7" }).waitFor();
		// The focus is back where the dialog was asked for.
		await expect.poll(() => focused(page)).toMatch(/More/);

		await inMenu(page, "Edit metadata");
		await dialog(page).getByText("external_id", { exact: true }).waitFor();
		await dialog(page).getByLabel("Value 1").fill("zendesk-9");
		await button(page, "Remove channel").click();
		await button(page, "Add key").click();
		await dialog(page).getByLabel("Key 2", { exact: true }).fill("tags");
		await dialog(page).getByLabel("Value 2").fill('["vip"');
		await dialog(page).getByText("Not valid JSON yet").waitFor();
		expect(await findBarriers(page)).toEqual([]);
		await shoot(page, "handover-metadata-light-desk");
		await dialog(page).getByLabel("Value 2").fill('["vip"]');
		await button(page, "Save metadata").click();
		await dialog(page).waitFor({ state: "detached" });
		const { metadata } = await hf.sessions.get(ORDER);
		expect(metadata).toMatchObject({ external_id: "zendesk-9", tags: ["vip"] });
		expect(metadata).not.toHaveProperty("channel");

		const coming = page.waitForEvent("download");
		await button(page, "Export").click();
		const file = await coming;
		expect(file.suggestedFilename()).toBe("ada-order.jsonl");
		let lines = "";
		for await (const line of hf.sessions.export(ORDER)) lines += line;
		expect(readFileSync(await file.path(), "utf8")).toBe(lines);

		await button(page, "Fork at 2").click();
		const id = dialog(page).getByLabel("New session id");
		expect(await id.inputValue()).toBe("ada-order-fork-2");
		await button(page, "Fork session").click();
		await page.waitForURL(/session=ada-order-fork-2/);
		const original = page.getByRole("link", { name: "ada-order, up to #2" });
		expect(await original.getAttribute("href")).toContain("session=ada-order&at=2");
		const copied = await hf.session({ ...ORDER, sessionId: "ada-order-fork-2" }).events({ before: 3 });
		const past = await hf.session(ORDER).events({ before: 3 });
		expect(copied.map(({ data }) => data)).toEqual(past.map(({ data }) => data));

		await page.goto(world.url + pathOf(ORDER));
		await button(page, "End session").click();
		await dialog(page).getByRole("button", { name: "End session" }).click();
		await page.getByText(/Session ended, with .* extracted from it\./).waitFor();
		await expect.poll(() => button(page, "End session").count()).toBe(0);
		expect((await hf.sessions.get(ORDER)).endedAt).toBeDefined();
		expect(troubles).toEqual([]);
		await context.close();
	});

	test("IF5: a session is deleted, with a receipt to keep", async () => {
		const { hf } = world;
		const before = await hf.sessions.get(BOOKS);
		const { page, context, troubles } = await openWindow();
		await enter(page, world.url, pathOf(BOOKS));
		await inMenu(page, "Delete session");
		await dialog(page).getByText(String(before.eventCount), { exact: true }).first().waitFor();
		await dialog(page)
			.getByText(/^\d+ facts?$/)
			.waitFor();
		expect(await findBarriers(page)).toEqual([]);
		await shoot(page, "handover-delete-light-desk");
		await dialog(page).getByRole("button", { name: "Delete session" }).click();
		await dialog(page).getByRole("heading", { name: "Session deleted" }).waitFor();
		await dialog(page).getByText("A scan after the deletion found nothing left").waitFor();
		expect(await findBarriers(page)).toEqual([]);
		await page.getByText(/\d sessions/).waitFor();
		for (const [size, viewport] of Object.entries({
			desk: { width: 1280, height: 820 },
			phone: { width: 390, height: 844 },
		})) {
			await page.setViewportSize(viewport);
			for (const colorScheme of ["light", "dark"] as const) {
				await page.emulateMedia({ colorScheme });
				await shoot(page, `handover-receipt-${colorScheme}-${size}`);
			}
		}
		const coming = page.waitForEvent("download");
		await button(page, "Download receipt").click();
		const file = await coming;
		expect(file.suggestedFilename()).toBe("receipt-grace-books.json");
		expect(JSON.parse(readFileSync(await file.path(), "utf8"))).toMatchObject({
			session: BOOKS,
			complete: true,
			erased: { sessions: 1, events: before.eventCount },
		});
		await button(page, "Close").click();
		await dialog(page).waitFor({ state: "detached" });
		expect(new URL(page.url()).pathname).toBe("/sessions");
		await expect(hf.sessions.get(BOOKS)).rejects.toMatchObject({ code: "not_found" });
		expect(troubles).toEqual([]);
		await context.close();
	});

	test("SE7: a handover by the agent is shown as one, with the reason that it gave", async () => {
		const { hf } = world;
		const ref = { agentId: "desk", userId: "ada", sessionId: "refund" };
		await hf.agents.run({ ...ref, input: "I want my money back." });
		const [mode] = await hf.session(ref).events({ kinds: ["mode"] });
		expect(mode?.data).toMatchObject({ to: "manual", reason: REASON });
		// Whoever takes over under that name is a human all the same.
		await hf.session(ref).setMode("auto", "agent");
		await hf.session(ref).setMode("manual", "agent");
		const { page, context, troubles } = await openWindow();
		await enter(page, world.url, pathOf(ref));
		const entries = page.getByRole("article");
		const handover = entries.filter({ hasText: "The agent handed over to a human" });
		await handover.waitFor();
		expect(await handover.textContent()).toContain(REASON);
		await entries.filter({ hasText: "agent took over" }).waitFor();
		expect(await entries.filter({ hasText: "agent took over" }).count()).toBe(1);
		await shoot(page, "handover-by-agent-light-desk");
		expect(await findBarriers(page)).toEqual([]);
		expect(troubles).toEqual([]);
		await context.close();
	});

	test("IF5: the playground gets a copy of a session: the original and the customer's memory do not change", async () => {
		const { hf } = world;
		const before = await hf.sessions.get(ORDER);
		const { page, context, troubles } = await openWindow();
		await enter(page, world.url, pathOf(ORDER));
		await inMenu(page, "Open a copy in playground");
		await dialog(page).getByText("The original session does not change.").waitFor();
		await dialog(page).getByText("neither uses nor changes the memory of").waitFor();
		expect(
			await dialog(page)
				.getByRole("radio", { name: /^No user/ })
				.isChecked(),
		).toBe(true);
		expect(await findBarriers(page)).toEqual([]);
		await shoot(page, "playground-copy-light-desk");
		await dialog(page).getByRole("button", { name: "Open copy" }).click();
		await page.getByRole("heading", { name: "Playground", level: 1 }).waitFor();
		const copyId = new URL(page.url()).searchParams.get("session") ?? "";
		expect(copyId).toMatch(/^ada-order-playground-/);
		await page.getByLabel("Message", { exact: true }).fill("I moved to Madrid.");
		await page.keyboard.press("Enter");
		await page.locator("ol").getByText("Noted.").waitFor();
		const copy = await hf.sessions.get({ agentId: "support", sessionId: copyId });
		expect(copy.title).toBe(`Copy of ${before.title}`);
		expect(copy.head).toBeGreaterThan(before.head);
		expect(await hf.sessions.get(ORDER)).toEqual(before);

		// As the customer, where that is what is wanted: another session all the same.
		await page.goto(world.url + pathOf(ORDER));
		await inMenu(page, "Open a copy in playground");
		await dialog(page).getByRole("radio", { name: /^ada/ }).check();
		await dialog(page).getByLabel("Id of the copy").fill("tried-as-ada");
		await dialog(page).getByRole("button", { name: "Open copy" }).click();
		await page.getByRole("heading", { name: "Playground", level: 1 }).waitFor();
		await page.getByLabel("Message", { exact: true }).fill("Hello again.");
		await page.keyboard.press("Enter");
		await page.locator("ol").getByText("Noted.").waitFor();
		expect((await hf.sessions.get({ ...ORDER, sessionId: "tried-as-ada" })).messageCount).toBeGreaterThan(0);
		expect(await hf.sessions.get(ORDER)).toEqual(before);
		expect(troubles).toEqual([]);
		await context.close();
	});

	test("IF5: a key that only reads sees no button that it may not use; a user's token none but the playground", async () => {
		const { key } = await world.hf.keys.create({ scope: "read" });
		await world.hf.session(ORDER).setMode("manual", "Mira");
		const { page, context } = await openWindow();
		await enter(page, world.url, pathOf(ORDER), key);
		await button(page, "Export").waitFor();
		for (const name of ["Take over", "Hand back", "Fork", "End session", "More", "Send"])
			expect(await button(page, name).count()).toBe(0);
		await context.close();
		const { token } = await world.hf.tokens.create({ userId: "ada" });
		const other = await openWindow();
		await enter(other.page, world.url, pathOf(ORDER), token);
		await button(other.page, "More").click();
		expect(await other.page.getByRole("menuitem").allTextContents()).toEqual(["Continue in playground"]);
		for (const name of ["Hand back", "Fork", "Export", "End session", "Send"])
			expect(await button(other.page, name).count()).toBe(0);
		await other.context.close();
		await world.hf.session(ORDER).setMode("auto", "Mira");
	});

	test("IF5: by keyboard alone: log in, reach the sessions, open one, take over, write and send", async () => {
		const { page, context, troubles } = await openWindow();
		const { keyboard } = page;
		await page.goto(world.url);
		await page.getByLabel("Key or token").waitFor();
		await tabTo(page, /Key or token/);
		await keyboard.type(ADMIN_KEY);
		await keyboard.press("Enter");
		await page.getByRole("navigation", { name: "Pages" }).waitFor();
		await tabTo(page, /^a: Sessions/);
		await keyboard.press("Enter");
		await page.getByRole("heading", { name: "Sessions" }).waitFor();
		await page.getByRole("link", { name: /grace-tips/ }).waitFor();
		await tabTo(page, /^a: .*grace-tips/);
		await keyboard.press("Enter");
		await button(page, "Take over").waitFor();
		await tabTo(page, /^button: Take over/);
		await keyboard.press("Enter");
		await dialog(page).waitFor();
		await tabTo(page, /Your name/);
		await keyboard.type("Mira");
		await keyboard.press("Enter");
		await page.getByLabel("Message to the user").waitFor();
		// Whoever takes over is about to write.
		await expect.poll(() => focused(page)).toMatch(/Message to the user/);
		await keyboard.type("Try The Dispossessed.");
		await tabTo(page, /^button: Send/);
		await keyboard.press("Enter");
		await page.getByText("Try The Dispossessed.").first().waitFor();
		expect(troubles).toEqual([]);
		await context.close();
	});

	test("IF5: on a phone all but the first deed is in a menu", async () => {
		const { page, context, troubles } = await openWindow({ size: "phone" });
		await enter(page, world.url, pathOf(ORDER));
		await button(page, "Take over").waitFor();
		expect(await button(page, "Export").count()).toBe(0);
		await button(page, "More").click();
		await page.getByRole("menuitem", { name: "Delete session" }).waitFor();
		expect(await findBarriers(page)).toEqual([]);
		await shoot(page, "handover-menu-light-phone");
		await page.keyboard.press("Escape");
		await button(page, "Take over").click();
		await dialog(page).getByLabel("Your name").fill("Mira");
		await dialog(page).getByRole("button", { name: "Take over" }).click();
		await button(page, "Hand back").waitFor();
		await shoot(page, "handover-manual-light-phone");
		await page.emulateMedia({ colorScheme: "dark" });
		await shoot(page, "handover-manual-dark-phone");
		expect(troubles).toEqual([]);
		await context.close();
	});
});
