import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { defineAgent } from "../../src/index.ts";
import { NO_BROWSER, openWindow, shoot } from "./browser.ts";
import { enter } from "./enter.ts";
import { openSeededWorld, type World } from "./world.ts";

describe.skipIf(NO_BROWSER)(
	`IF5: facts are counted by what they are good for${NO_BROWSER ? ` (${NO_BROWSER})` : ""}`,
	() => {
		let world: World;
		let used: number;
		beforeAll(async () => {
			const desk = defineAgent({
				id: "desk",
				instructions: "Help.",
				memory: { facts: "user", space: "team" },
			});
			world = await openSeededWorld({ more: [desk] });
			const { hf } = world;
			const ada = hf.memory("support", { userId: "ada" });
			await ada.write("Ada speaks Dutch.", { trusted: false });
			await ada.write("Ada collects stamps.", { trusted: false });
			await ada.update(await ada.write("Ada rides a scooter."), { status: "superseded" });
			const team = hf.memory("desk", { userId: "ada" });
			await team.writeMany(["Ada has a dog.", "Ada plays chess.", "Ada sings."]);
			await team.write("Ada is a pilot.", { trusted: false });
			const { factsByStatus } = (await hf.overview()).find(({ agentId }) => agentId === "support") ?? {};
			used = factsByStatus?.active ?? 0;
			expect(factsByStatus).toEqual({ active: used, quarantined: 2, superseded: 1 });
		});
		afterAll(() => world.close());

		test("on Home, of all agents and of shared spaces", async () => {
			const { page, context } = await openWindow();
			await enter(page, world.url);
			const card = page.locator(".counter", { hasText: "Active facts" });
			await card.getByText(String(used + 3), { exact: true }).waitFor();
			await card.getByText("3 in shared spaces; 3 to review, 1 superseded").waitFor();
			await shoot(page, "fact-counts-home-light-desk");
			await context.close();
		});

		test("in the list of agents and on the page of one", async () => {
			const { page, context } = await openWindow();
			await enter(page, world.url, "/agents");
			const row = (name: string) => page.getByRole("row").filter({ hasText: name });
			await row("Answers questions").getByText("2 to review, 1 superseded").waitFor();
			await row("desk").getByText("shared space team: 3 facts, 1 to review").waitFor();
			await shoot(page, "fact-counts-agents-light-desk");
			await row("desk").getByRole("link", { name: "desk" }).click();
			const shared = page.locator(".counter", { hasText: "Active facts in shared space team" });
			await shared.getByText("3", { exact: true }).waitFor();
			await shared.getByText("1 to review").waitFor();
			await context.close();
		});

		test("on the page of facts and on that of a user", async () => {
			const { page, context } = await openWindow();
			await enter(page, world.url, "/facts?agent=desk");
			await page.getByText("team (3 facts, 1 to review)").waitFor();
			const options = page.getByLabel("Agent", { exact: true }).getByRole("option");
			await options.filter({ hasText: "desk (shared space team: 3 facts, 1 to review)" }).waitFor({
				state: "attached",
			});
			await options
				.filter({ hasText: `support (${used} facts, 2 to review, 1 superseded)` })
				.waitFor({ state: "attached" });
			await page.goto(`${world.url}/user?id=ada`);
			const facts = page.getByRole("region", { name: "Facts" });
			await facts.getByRole("heading", { name: /^desk 3 facts, 1 to review$/ }).waitFor();
			await facts.getByRole("heading", { name: /^support \d facts, 2 to review, 1 superseded$/ }).waitFor();
			await shoot(page, "fact-counts-user-light-desk");
			await context.close();
		});
	},
);
