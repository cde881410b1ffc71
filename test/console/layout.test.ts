import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { NO_BROWSER, openWindow, shoot } from "./browser.ts";
import { enter } from "./enter.ts";
import { startTour, type Tour } from "./tour.ts";
import { openSeededWorld, type World } from "./world.ts";

/** What a reader sees of an element: where it is, and how it looks. */
const STYLES = [
	"display",
	"position",
	"padding",
	"margin",
	"gap",
	"grid-template-columns",
	"flex",
	"border-width",
	"font-size",
	"font-weight",
	"color",
	"background-color",
	"text-align",
	"white-space",
	"overflow",
];

/** A line for each element of the page: its path, its box, its styles. */
const LAYOUT = `(() => {
	document.activeElement?.blur();
	const main = document.getElementById("main");
	// A log may begin at its end or where it was left: both are looked at from the top.
	for (const element of main.querySelectorAll("*")) if (element.scrollTop > 0) element.scrollTop = 0;
	const { left, top } = main.getBoundingClientRect();
	return [main, ...main.querySelectorAll("*")].map((element) => {
		const box = element.getBoundingClientRect();
		const styles = getComputedStyle(element);
		const place = [box.left - left, box.top - top, box.width, box.height].map((edge) => Math.round(edge)).join(" ");
		const name = element.tagName.toLowerCase() + "." + (element.getAttribute("class") ?? "").split(" ").join(".");
		return name + " at " + place + " " + ${JSON.stringify(STYLES)}.map((style) => styles.getPropertyValue(style)).join(" | ");
	});
})()`;

const click = (page: Page, name: string | RegExp): Promise<void> =>
	page.locator("#main").getByRole("link", { name }).first().click();
const fromMenu = (name: string) => async (page: Page) => {
	const menu = page.getByRole("button", { name: "Menu" });
	if (await menu.isVisible()) await menu.click();
	await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name, exact: true }).click();
};
const tab = (name: string) => (page: Page) => page.getByRole("tab", { name }).click();

/** Every page, in an order in which somebody may click through them. */
const WALK: readonly (readonly [page: string, reach: (page: Page) => Promise<void>])[] = [
	["home", fromMenu("Home")],
	["agents", fromMenu("Agents")],
	["agent", (page) => click(page, "support")],
	["sessions", fromMenu("Sessions")],
	["session", (page) => click(page, /Where is my order/)],
	["runs", fromMenu("Runs")],
	["run", (page) => page.locator("#main a[href*='run?id=']").first().click()],
	["users", fromMenu("Users")],
	["user", (page) => click(page, "Ada Lovelace")],
	["facts", fromMenu("Facts")],
	["review", tab("To review")],
	["growth", tab("Growth")],
	["list of facts", tab("Facts")],
	["fact", (page) => page.locator("#main a[href*='fact?']").first().click()],
	["playground", fromMenu("Playground")],
	["settings", fromMenu("Settings")],
	["webhooks", tab("Webhooks")],
	["jobs", tab("Jobs")],
	["retention", tab("Retention")],
	["server", tab("Server")],
];

describe.skipIf(NO_BROWSER)(
	`IF5: a page of the console looks the same however it is reached${NO_BROWSER ? ` (${NO_BROWSER})` : ""}`,
	() => {
		let world: World;
		beforeAll(async () => {
			world = await openSeededWorld();
		});
		afterAll(() => world.close());

		test.each(["desk", "phone"] as const)(
			"by clicks, after all pages were visited, at %s size",
			async (size) => {
				const now = Date.now() + 3_600_000;
				const open = async (): Promise<{ page: Page; tour: Tour; close(): Promise<void> }> => {
					const { page, context } = await openWindow({ size });
					// What is said of times must not depend on when it is looked at.
					await page.clock.setFixedTime(now);
					return { page, tour: startTour(page), close: () => context.close() };
				};
				const look = async ({ page, tour }: { page: Page; tour: Tour }): Promise<string[]> => {
					await tour.settle();
					return (await page.evaluate(LAYOUT)) as string[];
				};
				const clicked = await open();
				const direct = await open();
				await enter(clicked.page, world.url);
				await enter(direct.page, world.url);
				// The first time round loads the styles of all pages. They stay loaded.
				for (const [, reach] of WALK) {
					await reach(clicked.page);
					await clicked.tour.settle();
				}
				for (const [name, reach] of WALK) {
					await reach(clicked.page);
					await clicked.page.mouse.move(0, 0);
					await clicked.tour.settle();
					await direct.page.goto(clicked.page.url());
					const differences = async (): Promise<string[]> => {
						const [walked, straight] = [await look(clicked), await look(direct)];
						if (walked.length !== straight.length)
							return [`${walked.length} elements, not ${straight.length}`];
						return walked.filter((line, no) => line !== straight[no]).slice(0, 3);
					};
					// What comes as a stream is there a moment later.
					await expect.poll(differences, { message: name }).toEqual([]);
					await shoot(clicked.page, `walked-${name}-${size}`);
				}
				await clicked.close();
				await direct.close();
			},
		);
	},
);
