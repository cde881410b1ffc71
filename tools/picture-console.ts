/*
 * Takes the screenshots of docs/console.md: `node tools/picture-console.ts`, after a build. Runs a small demo
 * shop in a real browser; needs the browser of the tests (Linux x64).
 */
import { mkdirSync } from "node:fs";
import type { Page } from "playwright-core";
import { closeBrowser, type Look, openWindow } from "../test/console/browser.ts";
import { enter } from "../test/console/enter.ts";
import { openSeededWorld } from "../test/console/world.ts";
import { root } from "../test/house/root.ts";

interface Picture {
	name: string;
	path: string;
	look?: Look;
	/** Height of the window in pixels, if the default does not show enough. */
	height?: number;
	/** Waits until the content of the screenshot is there. */
	ready(page: Page): Promise<unknown>;
}

const FOLDER = root("docs/images/console");

const world = await openSeededWorld();
try {
	const { hf } = world;
	const { items } = await hf.runs.list({ sessionId: "ada-order", limit: 10 });
	const last = items[0]?.id ?? "";
	const say = async (page: Page, text: string): Promise<void> => {
		await page.getByLabel("Message", { exact: true }).fill(text);
		await page.keyboard.press("Enter");
	};
	const pictures: Picture[] = [
		{
			name: "home",
			path: "/",
			ready: (page) => page.getByText("checks, all passed").waitFor(),
		},
		{
			name: "session",
			path: "/session?agent=support&user=ada&session=ada-order",
			ready: async (page) => {
				await page.getByText("Inspect run").first().waitFor();
				await page.getByText("user:last_order").first().waitFor();
			},
		},
		{
			name: "session-phone",
			path: "/session?agent=support&user=ada&session=ada-order",
			look: { size: "phone", theme: "dark" },
			ready: (page) => page.getByText("Inspect run").first().waitFor(),
		},
		{
			name: "run",
			path: `/run?id=${last}`,
			look: { theme: "dark" },
			height: 1090,
			ready: (page) => page.getByText("The user lives in Lisbon.").first().waitFor(),
		},
		{
			name: "facts",
			path: "/facts?agent=support&q=where+does+Ada+live",
			ready: (page) => page.getByText("by keywords and meaning").waitFor(),
		},
		{
			name: "agent",
			path: "/agent?id=support",
			height: 1090,
			ready: (page) => page.getByText("Changes take effect with the next run").waitFor(),
		},
		{
			name: "playground",
			path: "/playground?agent=support&user=ada",
			look: { theme: "dark" },
			ready: async (page) => {
				await say(page, "Where is my order A-7?");
				await page.getByText("arrives on Thursday").waitFor();
				await say(page, "Thanks! And do you know where I live?");
				await page.getByText("Noted.").waitFor();
				await page.getByText("The provider counted").waitFor();
			},
		},
	];
	mkdirSync(FOLDER, { recursive: true });
	for (const { name, path, look, height, ready } of pictures) {
		const { page, context } = await openWindow(look);
		if (height !== undefined) await page.setViewportSize({ width: 1280, height });
		await enter(page, world.url, path);
		await ready(page);
		await page.screenshot({ path: `${FOLDER}/${name}.png` });
		await context.close();
		console.log(`Wrote docs/images/console/${name}.png`);
	}
} finally {
	await closeBrowser();
	await world.close();
}
