import type { Page } from "playwright-core";
import { ADMIN_KEY } from "./open-console.ts";

/** Opens a page of the console, logged in. */
export async function enter(page: Page, url: string, path = "/", key: string = ADMIN_KEY): Promise<void> {
	await page.goto(url + path);
	const field = page.getByLabel("Key or token");
	const shell = page.getByRole("navigation", { name: "Pages", includeHidden: true });
	await field.or(shell).first().waitFor({ state: "attached" });
	if (!(await field.isVisible())) return;
	await field.fill(key);
	await page.getByRole("button", { name: "Log in" }).click();
	await shell.waitFor({ state: "attached" });
}
