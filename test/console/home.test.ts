import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findBarriers, NO_BROWSER, openWindow, shoot } from "./browser.ts";
import { enter } from "./enter.ts";
import { openSeededWorld, type World } from "./world.ts";

describe.skipIf(NO_BROWSER)(
	`IF5: the home page of the console${NO_BROWSER ? ` (${NO_BROWSER})` : ""}`,
	() => {
		let world: World;
		beforeAll(async () => {
			world = await openSeededWorld();
		});
		afterAll(() => world.close());

		test("shows how much there is, and counts on without reload", async () => {
			const { page, context, troubles } = await openWindow();
			await enter(page, world.url);
			const counters = page.getByRole("region", { name: "Counters" });
			await counters.getByText("4", { exact: true }).first().waitFor();
			await page.getByRole("region", { name: "Recent sessions" }).getByText("Where is my order?").waitFor();
			await page.getByText("checks, all in order").waitFor();
			await shoot(page, "home-light-desk");
			await world.hf.sessions.create({ agentId: "support", sessionId: "new-one" }, { title: "Just opened" });
			await page.getByRole("region", { name: "Recent sessions" }).getByText("Just opened").waitFor();
			await counters.getByText("5", { exact: true }).first().waitFor();
			expect(await findBarriers(page)).toEqual([]);
			expect(troubles).toEqual([]);
			await context.close();
		});

		test.each([
			["dark", "desk"],
			["light", "phone"],
			["dark", "phone"],
		] as const)("can be read in the %s theme at %s size", async (theme, size) => {
			const { page, context, troubles } = await openWindow({ theme, size });
			await enter(page, world.url);
			await page.getByRole("region", { name: "Recent sessions" }).getByText("Where is my order?").waitFor();
			await page.getByText("checks, all in order").waitFor();
			await shoot(page, `home-${theme}-${size}`);
			expect(await findBarriers(page)).toEqual([]);
			expect(troubles).toEqual([]);
			await context.close();
		});
	},
);
