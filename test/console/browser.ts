import { mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import chromium from "@sparticuz/chromium";
import {
	type Browser,
	type BrowserContext,
	type BrowserContextOptions,
	chromium as driver,
	type Page,
} from "playwright-core";
import { root } from "../house/root.ts";

/** The Chromium of the package is a Linux one for x64: elsewhere there is none to drive. */
export const NO_BROWSER: string | undefined =
	process.platform === "linux" && process.arch === "x64"
		? undefined
		: `the browser that comes from npm runs on Linux x64 only, not on ${process.platform} ${process.arch}`;

let browser: Promise<Browser> | undefined;

/** Tests may run as root, in a container without shared memory. Nothing that weakens what pages are held to. */
const ARGS = ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--no-zygote"];

/** One browser for a test file. */
export async function openBrowser(): Promise<Browser> {
	browser ??= (async () =>
		driver.launch({
			executablePath: await chromium.executablePath(),
			args: ARGS,
			headless: true,
		}))();
	return browser;
}

export async function closeBrowser(): Promise<void> {
	await (await browser)?.close();
	browser = undefined;
}

export interface Look {
	theme?: "light" | "dark";
	size?: "desk" | "phone";
}

const SIZES = { desk: { width: 1280, height: 820 }, phone: { width: 390, height: 844 } } as const;

/** A window of its own: nothing of another test is in it. What goes wrong in its pages is in `troubles`. */
export async function openWindow({ theme = "light", size = "desk" }: Look = {}): Promise<{
	page: Page;
	context: BrowserContext;
	troubles: string[];
}> {
	const options: BrowserContextOptions = {
		viewport: SIZES[size],
		colorScheme: theme,
		reducedMotion: "reduce",
		locale: "en-GB",
		...(size === "phone" && { hasTouch: true, isMobile: true }),
	};
	const context = await (await openBrowser()).newContext(options);
	const page = await context.newPage();
	page.setDefaultTimeout(40_000);
	const troubles: string[] = [];
	page.on("pageerror", (error) => troubles.push(`error: ${error.message}`));
	page.on("console", (message) => {
		// Blocked by the policy, keys that React misses, and the like. Requests that fail are told by what the page shows.
		if (message.type() === "error" && !message.text().startsWith("Failed to load resource"))
			troubles.push(message.text());
	});
	return { page, context, troubles };
}

/** Where the screenshots of a run of the tests are. */
export const SCREENS = root(".tmp/screens");

/** A picture for people to look at. */
export async function shoot(page: Page, name: string): Promise<void> {
	mkdirSync(SCREENS, { recursive: true });
	await page.screenshot({ path: `${SCREENS}/${name}.png` });
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What axe finds wrong with a page, as text: what, where. */
export async function findBarriers(page: Page): Promise<string[]> {
	// Not a script of the page: the driver's own, which the policy of the page does not hold back.
	await page.evaluate(axeSource);
	const violations = (await page.evaluate(
		"axe.run(document, { resultTypes: ['violations'], runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] }).then((r) => r.violations.map((v) => v.id + ': ' + v.nodes.map((n) => n.target.join(' ') + ' (' + (n.any[0]?.message ?? n.all[0]?.message ?? n.none[0]?.message ?? '') + ')').join(' | ')))",
	)) as string[];
	return violations;
}
