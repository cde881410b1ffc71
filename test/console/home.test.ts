import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TenantId } from "../../src/event/index.ts";
import { sqlite } from "../../src/store/sqlite/index.ts";
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
			await page.getByText("checks, all passed").waitFor();
			await shoot(page, "home-light-desk");
			await world.hf.sessions.create({ agentId: "support", sessionId: "new-one" }, { title: "Just opened" });
			await page.getByRole("region", { name: "Recent sessions" }).getByText("Just opened").waitFor();
			await counters.getByText("5", { exact: true }).first().waitFor();
			expect(await findBarriers(page)).toEqual([]);
			expect(troubles).toEqual([]);
			await context.close();
		});

		test("a restart is no warning; what was given up is, and nobody is told that all is well", async () => {
			const folder = mkdtempSync(join(tmpdir(), "holdfast-home-"));
			const store = sqlite(join(folder, "holdfast.db"));
			const own = await openSeededWorld({ store });
			const tenant = "default" as TenantId;
			// Became due while no server ran; of a kind that stays where it is.
			const dueAt = Date.now() - 8 * 3_600_000;
			await store.work.enqueue({
				tenant,
				job: { id: "night", kind: "other", payload: {}, dueAt },
				at: dueAt,
			});
			const { page, context } = await openWindow();
			await enter(page, own.url);
			await page.getByText("checks, all passed").waitFor();
			await store.work.settle({
				tenant,
				id: "night",
				attempt: undefined,
				outcome: { dead: { error: "it is broken" } },
			});
			await page.reload();
			const health = page.getByRole("region", { name: "Health" });
			await health.getByText(/^1 warning; \d+ of \d+ checks passed$/).waitFor();
			await health.getByRole("link", { name: /1 warning/ }).click();
			await page.getByText(/^1 warning; \d+ of \d+ checks passed\.$/).waitFor();
			expect(await page.getByText(/No problem|all passed/).count()).toBe(0);
			await shoot(page, "health-warning-light-desk");
			await context.close();
			await own.close();
			rmSync(folder, { recursive: true, force: true });
		});

		test.each([
			["dark", "desk"],
			["light", "phone"],
			["dark", "phone"],
		] as const)("can be read in the %s theme at %s size", async (theme, size) => {
			const { page, context, troubles } = await openWindow({ theme, size });
			await enter(page, world.url);
			await page.getByRole("region", { name: "Recent sessions" }).getByText("Where is my order?").waitFor();
			await page.getByText("checks, all passed").waitFor();
			await shoot(page, `home-${theme}-${size}`);
			expect(await findBarriers(page)).toEqual([]);
			expect(troubles).toEqual([]);
			await context.close();
		});
	},
);
