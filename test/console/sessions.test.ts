import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sqlite } from "../../src/store/sqlite/index.ts";
import { closeBrowser, findBarriers, NO_BROWSER, openWindow, shoot } from "./browser.ts";
import { enter } from "./enter.ts";
import { openConsole } from "./open-console.ts";
import { openSeededWorld, type World } from "./world.ts";

const listOf = (page: Page): Locator => page.getByRole("region", { name: "Sessions", exact: true });
const rowsOf = (page: Page): Locator => listOf(page).getByRole("link");
const scrollTo = (page: Page, top: number): Promise<unknown> =>
	page.evaluate(`document.querySelector("[aria-label=Sessions]").scrollTo(0, ${top})`);
const searchFor = async (page: Page, text: string): Promise<void> => {
	await page.getByRole("searchbox", { name: "Session id, user, external id or message text" }).fill(text);
	await page.keyboard.press("Enter");
};

describe.skipIf(NO_BROWSER)(`IF5: the page of all sessions${NO_BROWSER ? ` (${NO_BROWSER})` : ""}`, () => {
	let world: World;
	beforeAll(async () => {
		world = await openSeededWorld();
	});
	afterAll(async () => {
		await world.close();
		await closeBrowser();
	});

	test("IF5: sessions are filtered by the address, and one that is opened elsewhere appears by itself", async () => {
		const { page, context, troubles } = await openWindow();
		await enter(page, world.url, "/sessions");
		await expect.poll(() => rowsOf(page).count()).toBe(4);
		await page.getByText("4 sessions", { exact: true }).waitFor();
		expect(await findBarriers(page)).toEqual([]);
		await shoot(page, "sessions-list-light-desk");
		await page.emulateMedia({ colorScheme: "dark" });
		await shoot(page, "sessions-list-dark-desk");
		expect(await findBarriers(page)).toEqual([]);

		await page.getByLabel("Agent", { exact: true }).fill("concierge");
		await expect.poll(() => rowsOf(page).count()).toBe(1);
		await rowsOf(page).filter({ hasText: "grace-tips" }).waitFor();
		expect(new URL(page.url()).searchParams.get("agent")).toBe("concierge");
		await page.getByLabel("Agent", { exact: true }).fill("");
		await page.getByLabel("Status").selectOption("Ended");
		await expect.poll(() => rowsOf(page).count()).toBe(2);
		await page.getByLabel("User", { exact: true }).fill("ada");
		await page.keyboard.press("Enter");
		await expect.poll(() => rowsOf(page).count()).toBe(1);
		await page.reload();
		await rowsOf(page).filter({ hasText: "ada-welcome" }).waitFor();
		await page.getByLabel("Without a user").check();
		await page.getByText("No matching sessions.").waitFor();
		await page.getByRole("link", { name: "Show all sessions." }).click();
		await expect.poll(() => rowsOf(page).count()).toBe(4);

		const nobody = { agentId: "support", sessionId: "just-now" };
		await world.hf.sessions.create(nobody, { title: "Just opened", mode: "manual" });
		await rowsOf(page).first().filter({ hasText: "Just opened" }).waitFor();
		// One that changes goes to the top, and is there once.
		await world.hf
			.session({ agentId: "concierge", userId: "grace", sessionId: "grace-tips" })
			.history.append({ role: "user", content: "Another one, please." });
		await rowsOf(page).first().filter({ hasText: "grace-tips" }).waitFor();
		expect(await rowsOf(page).count()).toBe(5);
		await page.getByLabel("Mode").selectOption("Manual: human answers");
		await expect.poll(() => rowsOf(page).count()).toBe(1);
		await world.hf.sessions.delete(nobody);
		await page.getByText("No matching sessions.").waitFor();
		expect(troubles).toEqual([]);
		await context.close();
	});

	test("IF5: a session is found by its id, its external id, its user and by words said in it", async () => {
		const { page, context, troubles } = await openWindow();
		await enter(page, world.url, "/sessions");
		await searchFor(page, "zendesk-4711");
		const byExternal = page.getByRole("region", { name: "By external id" });
		await byExternal.getByRole("link", { name: "Where is my order?" }).waitFor();
		await searchFor(page, "grace-books");
		await page.getByRole("region", { name: "By session id" }).getByRole("link").waitFor();
		await searchFor(page, "ada");
		const byUser = page.getByRole("region", { name: "By user" }).getByRole("link");
		await expect.poll(() => byUser.count()).toBe(2);
		await searchFor(page, "Ursula Le Guin");
		const words = page.getByRole("region", { name: "By message text" }).getByRole("link");
		const hit = words.filter({ hasText: "My favourite author is Ursula Le Guin." });
		await hit.waitFor();
		expect(await findBarriers(page)).toEqual([]);
		await shoot(page, "sessions-found-light-desk");
		const address = new URL(`.${(await hit.getAttribute("href")) ?? ""}`, world.url).searchParams;
		const ref = { agentId: "support", userId: "grace", sessionId: "grace-books" };
		const events = await world.hf.session(ref).events();
		const said = events.find((event) => JSON.stringify(event.data).includes("Le Guin"));
		expect(Object.fromEntries(address)).toEqual({
			agent: "support",
			user: "grace",
			session: "grace-books",
			at: String(said?.offset),
		});
		await hit.click();
		await page.waitForURL(/\/session\?/);
		await page.goBack();
		await hit.waitFor();
		await page.getByRole("button", { name: "Clear search" }).click();
		await expect.poll(() => rowsOf(page).count()).toBe(4);
		expect(troubles).toEqual([]);
		await context.close();
	});

	test("IF5: the token of a user sees their own sessions; arrow keys go from row to row", async () => {
		const { token } = await world.hf.tokens.create({ userId: "ada" });
		const { page, context, troubles } = await openWindow();
		await enter(page, world.url, "/sessions", token);
		await expect.poll(() => rowsOf(page).count()).toBe(2);
		expect(await page.getByLabel("User", { exact: true }).count()).toBe(0);
		expect(await page.getByLabel("Without a user").count()).toBe(0);
		await rowsOf(page).first().focus();
		await page.keyboard.press("ArrowDown");
		expect(await rowsOf(page).nth(1).and(page.locator(":focus")).count()).toBe(1);
		await page.keyboard.press("ArrowUp");
		expect(await rowsOf(page).first().and(page.locator(":focus")).count()).toBe(1);
		const field = page.getByRole("searchbox", { name: "Session id" });
		await field.fill("ada-order");
		await field.press("Enter");
		await page.getByRole("region", { name: "By session id" }).getByRole("link").waitFor();
		await field.fill("grace-books");
		await field.press("Enter");
		await page.getByText("You have no session with the id grace-books").waitFor();
		expect(await findBarriers(page)).toEqual([]);
		expect(troubles).toEqual([]);
		await context.close();
	});

	test("IF5: a key that only reads sees and searches all of it, on a phone too", async () => {
		const { key } = await world.hf.keys.create({ scope: "read" });
		const { page, context, troubles } = await openWindow({ size: "phone" });
		await enter(page, world.url, "/sessions", key);
		await expect.poll(() => rowsOf(page).count()).toBe(4);
		await shoot(page, "sessions-list-light-phone");
		await page.emulateMedia({ colorScheme: "dark" });
		await shoot(page, "sessions-list-dark-phone");
		await page.getByText("Filters", { exact: true }).click();
		await page.getByLabel("Status").selectOption("Open");
		await expect.poll(() => rowsOf(page).count()).toBe(2);
		await page.getByText("Filters (1)", { exact: true }).waitFor();
		await shoot(page, "sessions-filters-dark-phone");
		const width = "document.documentElement.scrollWidth - document.documentElement.clientWidth";
		expect(await page.evaluate(width)).toBe(0);
		await searchFor(page, "vegetarian");
		await page.getByRole("region", { name: "By message text" }).getByRole("link").first().waitFor();
		await shoot(page, "sessions-found-dark-phone");
		expect(await page.evaluate(width)).toBe(0);
		expect(await findBarriers(page)).toEqual([]);
		expect(troubles).toEqual([]);
		await context.close();
	});

	test("IF5: ten thousand sessions are scrolled through with few rows in the page", async () => {
		const folder = mkdtempSync(join(tmpdir(), "holdfast-many-"));
		const many = await openConsole({ store: sqlite(join(folder, "many.db"), { durability: "normal" }) });
		const lineOf = (_: unknown, index: number): string => {
			const at = new Date(Date.UTC(2026, 0, 1) + index * 1_000).toISOString();
			return `${JSON.stringify({
				type: "session",
				format: "holdfast/1",
				agentId: "archive",
				userId: `user-${index % 100}`,
				sessionId: `old-${index}`,
				mode: "auto",
				metadata: {},
				base: 0,
				head: 0,
				createdAt: at,
				updatedAt: at,
			})}\n`;
		};
		await many.hf.sessions.import(Array.from({ length: 10_000 }, lineOf).join(""));
		const { page, context, troubles } = await openWindow();
		await enter(page, many.url, "/sessions");
		await rowsOf(page).filter({ hasText: "old-9999" }).waitFor();
		const toEnd = async (): Promise<number> => {
			await scrollTo(page, 1e9);
			const count = (await page.locator(".sessions-count").textContent()) ?? "";
			return Number(count.replace(/\D/g, ""));
		};
		await expect.poll(toEnd, { timeout: 120_000, interval: 20 }).toBe(10_000);
		await toEnd();
		await rowsOf(page)
			.filter({ hasText: /old-0(?!\d)/ })
			.waitFor();
		expect(await rowsOf(page).count()).toBeLessThan(60);
		// Where somebody reads, nothing moves: what is new waits at the top.
		await many.hf.sessions.create({ agentId: "archive", sessionId: "brand-new" });
		await scrollTo(page, 0);
		await rowsOf(page).first().filter({ hasText: "brand-new" }).waitFor();
		expect(troubles).toEqual([]);
		await context.close();
		await many.close();
		rmSync(folder, { recursive: true, force: true });
	}, 180_000);
});
