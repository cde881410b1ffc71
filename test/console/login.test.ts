import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findBarriers, NO_BROWSER, openWindow, shoot } from "./browser.ts";
import { enter } from "./enter.ts";
import { ADMIN_KEY, openConsole } from "./open-console.ts";
import { openSeededWorld, type World } from "./world.ts";

const heading = (page: Page, name: string) => page.getByRole("heading", { name, level: 1 });
const field = (page: Page) => page.getByLabel("Key or token");
const focused = (page: Page): Promise<string> =>
	page.evaluate("document.activeElement?.id || document.activeElement?.tagName");
/** What the browser keeps for the next time. */
const kept = (page: Page): Promise<string[]> =>
	page.evaluate("[...Object.keys(sessionStorage), ...Object.keys(localStorage)]");

describe.skipIf(NO_BROWSER)(`IF5: logging in to the console${NO_BROWSER ? ` (${NO_BROWSER})` : ""}`, () => {
	let world: World;
	beforeAll(async () => {
		world = await openSeededWorld();
	});
	afterAll(() => world.close());

	test("a wrong key is told so; a good one leads to the page that was asked for, with the keyboard in it", async () => {
		const { page, context, troubles } = await openWindow();
		await page.goto(`${world.url}/sessions?agent=concierge`);
		await field(page).waitFor();
		await expect.poll(() => focused(page)).toBe(await field(page).getAttribute("id"));
		await page.keyboard.type("not-a-key");
		await page.keyboard.press("Enter");
		await page.getByText("Unknown key.").waitFor();
		for (const theme of ["dark", "light"] as const) {
			await page.emulateMedia({ colorScheme: theme });
			await expect.poll(() => page.evaluate("document.documentElement.dataset.theme")).toBe(theme);
			expect(await findBarriers(page)).toEqual([]);
			await shoot(page, `login-wrong-${theme}-desk`);
		}
		await page.keyboard.type("two words");
		await page.keyboard.press("Enter");
		await page.getByText("Not a valid key.").waitFor();
		await page.keyboard.type(ADMIN_KEY);
		await page.keyboard.press("Enter");
		await heading(page, "Sessions").waitFor();
		expect(new URL(page.url()).search).toBe("?agent=concierge");
		await expect.poll(() => focused(page)).toBe("main");
		expect(troubles).toEqual([]);
		await context.close();
	});

	test("it lasts as long as the tab; with “stay logged in” also for other tabs, until one of them logs out", async () => {
		const { page, context } = await openWindow({ size: "phone" });
		await enter(page, world.url);
		await page.reload();
		await heading(page, "Home").waitFor();
		const second = await context.newPage();
		await second.goto(world.url);
		await field(second).waitFor();
		await shoot(second, "login-light-phone");
		await second.getByLabel("Stay logged in").check();
		await field(second).fill(ADMIN_KEY);
		await second.getByRole("button", { name: "Log in" }).click();
		await heading(second, "Home").waitFor();
		const third = await context.newPage();
		await third.goto(`${world.url}/runs`);
		await heading(third, "Runs").waitFor();
		await third.getByRole("button", { name: "Menu" }).click();
		await third.getByRole("button", { name: "Log out" }).click();
		await field(third).waitFor();
		await field(second).waitFor();
		await context.close();
	});

	test("who logs out leaves nothing behind: not in storage, not in the address, not behind the back button", async () => {
		const { page, context } = await openWindow();
		const { token } = await world.hf.tokens.create({ userId: "grace" });
		await enter(page, world.url, "/session?agent=support&user=ada&session=ada-order");
		await heading(page, "Where is my order?").waitFor();
		await page.getByRole("link", { name: "Sessions", exact: true }).click();
		await page.getByText("Where is my order?").waitFor();
		await page.getByRole("button", { name: "Log out" }).click();
		await field(page).waitFor();
		expect(await kept(page)).toEqual([]);
		expect(page.url()).not.toContain("ada");
		await page.goBack();
		await field(page).waitFor();
		expect(await page.locator("body").textContent()).not.toContain("order");
		await page.goto(world.url);
		const seen: string[] = [];
		page.on("response", async (response) => seen.push(await response.text().catch(() => "")));
		await enter(page, world.url, "/", token);
		await page.getByText("Recommend me a book, please.").first().waitFor();
		await page.getByRole("link", { name: "Sessions", exact: true }).click();
		await page.getByText("grace-tips").waitFor();
		expect(await page.locator("body").textContent()).not.toMatch(/ada|Where is my order/);
		expect(seen.join("\n")).not.toMatch(/ada-order|Where is my order/);
		await context.close();
	});

	test("while the server is away the console says so and asks again; whoever was in is in when it is back", async () => {
		const { page, context } = await openWindow();
		await enter(page, world.url, "/runs");
		await heading(page, "Runs").waitFor();
		const address = `${world.url}/runs`;
		// The page itself still comes, as from a cache; what it asks the server does not.
		await page.route("**/v1/**", (route) => route.abort());
		await page.goto(address);
		await page.getByText("The server does not respond.").waitFor();
		await shoot(page, "login-away");
		expect(await findBarriers(page)).toEqual([]);
		expect(await kept(page)).toContain("holdfast.credential");
		await page.unroute("**/v1/**");
		await page.getByRole("button", { name: "Retry now" }).click();
		await heading(page, "Runs").waitFor();
		await context.close();
	});

	test("the server's own key looks at other tenants; what it shows then is theirs alone", async () => {
		const { page, context } = await openWindow();
		await enter(page, world.url);
		await page.getByText("Where is my order?").waitFor();
		await page.getByRole("button", { name: "Switch tenant" }).click();
		await page.getByLabel("Tenant", { exact: true }).fill("acme");
		await shoot(page, "login-tenant");
		expect(await findBarriers(page)).toEqual([]);
		await page.getByRole("button", { name: "Switch", exact: true }).click();
		await page.getByText("Tenant acme").waitFor();
		await page.getByText("No sessions yet.").waitFor();
		await page.reload();
		await page.getByText("Tenant acme").waitFor();
		await page.getByRole("button", { name: "Switch tenant" }).click();
		await page.getByRole("button", { name: "Switch", exact: true }).click();
		await page.getByText("Tenant default").waitFor();
		await page.getByText("Where is my order?").waitFor();
		await context.close();
	});

	test("a server without a key asks for none", async () => {
		const open = await openConsole({ open: true });
		const { page, context } = await openWindow();
		await page.goto(`${open.url}/settings?tab=retention`);
		await page.getByText("90 days").waitFor();
		await page.getByText("open server, no key").waitFor();
		expect(await page.getByRole("button", { name: "Log out" }).count()).toBe(0);
		await context.close();
		await open.close();
	});
});
