import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { defineAgent } from "../../src/index.ts";
import { scriptedModel } from "../../src/testing/scripted-model.ts";
import { findBarriers, NO_BROWSER, openWindow, shoot } from "./browser.ts";
import { enter } from "./enter.ts";
import { type FactsWorld, HOSTILE, MANY, openFactsWorld } from "./facts-world.ts";
import { openConsole } from "./open-console.ts";

/** The page in both themes, at both sizes; each has to be free of barriers. */
async function look(page: Page, name: string): Promise<void> {
	for (const [size, width, height] of [
		["desk", 1280, 820],
		["phone", 390, 844],
	] as const) {
		await page.setViewportSize({ width, height });
		for (const colorScheme of ["light", "dark"] as const) {
			await page.emulateMedia({ colorScheme });
			await page.locator(`:root[data-theme="${colorScheme}"]`).waitFor();
			await shoot(page, `${name}-${colorScheme}-${size}`);
			// Colours are looked at in both themes, sizes in both: two of four are enough.
			if ((size === "phone") === (colorScheme === "dark")) expect(await findBarriers(page)).toEqual([]);
		}
		const sideways = await page.evaluate("document.scrollingElement.scrollWidth > innerWidth");
		expect(sideways).toBe(false);
	}
	await page.setViewportSize({ width: 1280, height: 820 });
	await page.emulateMedia({ colorScheme: "light" });
}

const factPath = (id: string): string => `/fact?agent=support&id=${id}`;

describe.skipIf(NO_BROWSER)(`IF5: facts in the console${NO_BROWSER ? ` (${NO_BROWSER})` : ""}`, () => {
	let world: FactsWorld;
	let page: Page;
	let troubles: string[];
	let close: () => Promise<void>;
	beforeAll(async () => {
		world = await openFactsWorld();
		const window = await openWindow();
		({ page, troubles } = window);
		close = () => window.context.close();
		await enter(page, world.url, "/facts?agent=support");
	}, 60_000);
	afterAll(async () => {
		await close();
		await world.close();
	});

	test("the list says what is believed, of whom and since when; text stays text", async () => {
		await page.goto(`${world.url}/facts?agent=support`);
		const row = page.getByRole("listitem").filter({ hasText: "The user lives in Porto." });
		await row.getByRole("link", { name: "ada" }).waitFor();
		await row.getByText("extracted by rules").waitFor();
		await row.getByText("place", { exact: true }).waitFor();
		await page.getByText(HOSTILE.slice(0, 44)).waitFor();
		expect(await page.title()).toBe("Facts · Holdfast");
		expect(await page.getByText("The user lives in Lisbon.").count()).toBe(0);
		await look(page, "facts-list");
		await page.getByLabel("Status").selectOption("superseded");
		await page.getByText("The user lives in Lisbon.").waitFor();
		await page.reload();
		await page.getByText("The user lives in Lisbon.").waitFor();
		await page.getByLabel("Status").selectOption("active");
		await page.getByLabel("Pinned only").check();
		await expect.poll(() => page.locator(".virtual-row").count()).toBe(1);
		expect(troubles).toEqual([]);
	});

	test("one user's memory: what is theirs, and what is known to all", async () => {
		await page.goto(`${world.url}/facts?agent=support&user=ada`);
		await page.getByText("The user lives in Porto.").waitFor();
		await page.getByText("Orders of gold customers").waitFor();
		expect(await page.getByText("Ursula Le Guin").count()).toBe(0);
		await page.getByLabel("Owner").selectOption("user");
		await expect.poll(() => page.getByText("Orders of gold customers").count()).toBe(0);
	});

	test("a search shows what each score is made of, and the parts add up to it", async () => {
		await page.goto(`${world.url}/facts?agent=support`);
		await page.getByLabel("Search", { exact: true }).fill("where does Ada live");
		await page.getByRole("button", { name: "Search" }).click();
		const hits = page.getByRole("list", { name: "Results" }).getByRole("listitem");
		await hits.filter({ hasText: "lives in Porto" }).waitFor();
		await page.getByLabel("messages").check();
		const message = hits.filter({ hasText: "Hi, I am Ada. I live in Lisbon" });
		await message.waitFor();
		await page.getByText(/results by keywords and meaning in/).waitFor();
		const names = await hits
			.getByRole("img")
			.evaluateAll((bars) => bars.map((bar) => (bar as unknown as { ariaLabel: string }).ariaLabel));
		expect(names.length).toBeGreaterThan(3);
		for (const name of names) {
			const [score = 0, ...parts] = [...name.matchAll(/−?\d+\.\d+/g)].map(([text]) =>
				Number(text.replace("−", "-")),
			);
			expect(Math.abs(parts.reduce((sum, part) => sum + part, 0) - score)).toBeLessThan(0.005);
		}
		expect(await message.getByRole("link").first().getAttribute("href")).toBe(
			"/session?agent=support&user=ada&session=ada-welcome&at=0",
		);
		await look(page, "facts-search");
		const before = await hits.count();
		await page.getByLabel("Minimum score").fill("0.5");
		await expect.poll(() => hits.count()).toBeLessThan(before);
		expect(new URL(page.url()).searchParams.get("least")).toBe("0.5");
		expect(troubles).toEqual([]);
	});

	test("a fact leads to the exact event that it came from, with what was said there", async () => {
		const { id } = await world.find("lives in Porto");
		await page.goto(world.url + factPath(id));
		const from = page.getByRole("region", { name: "Sources" });
		await from.getByText("I moved to Porto.").waitFor();
		const href = await from.getByRole("link", { name: "ada-moved, event 1" }).getAttribute("href");
		expect(href).toBe("/session?agent=support&user=ada&session=ada-moved&at=1");
		await from.getByText("holdfast-rules-1").waitFor();
	});

	test("what was superseded is shown from both sides", async () => {
		const old = await world.find("lives in Lisbon", "superseded");
		await page.goto(world.url + factPath(old.id));
		const chain = page.getByRole("list", { name: "Superseded and current facts" });
		await chain.getByText("superseded by").waitFor();
		await shoot(page, "fact-superseded-light-desk");
		await chain.getByRole("link", { name: /lives in Porto/ }).click();
		await page.getByText("active: recalled when relevant").waitFor();
		await chain.getByRole("link", { name: /lives in Lisbon/ }).waitFor();
		await page.getByRole("heading", { name: "Possible duplicates or contradictions" }).waitFor();
		expect(troubles).toEqual([]);
	});

	test("it is pinned, worded anew and forgotten; the history keeps what it was, the receipt says what went", async () => {
		const { id } = await world.find("vegetarian");
		const memory = world.hf.memory("support", { everybody: true });
		await page.goto(world.url + factPath(id));
		await page.getByRole("button", { name: "Pin", exact: true }).click();
		await page.getByRole("button", { name: "Unpin" }).waitFor();
		expect((await memory.get(id)).pinned).toBe(true);

		await page.getByRole("button", { name: "Edit" }).click();
		const dialog = page.getByRole("dialog");
		expect(await findBarriers(page)).toEqual([]);
		await dialog.getByLabel("Content").fill("The user is vegan since March.");
		await dialog.getByLabel("Importance").fill("0.95");
		await dialog.getByRole("button", { name: "Save" }).click();
		await dialog.waitFor({ state: "hidden" });
		const history = page.getByRole("region", { name: "History" });
		await history.locator("del", { hasText: "vegetarian." }).waitFor();
		await history.locator("ins", { hasText: "vegan since March." }).waitFor();
		expect(await memory.get(id)).toMatchObject({
			content: "The user is vegan since March.",
			importance: 0.95,
		});
		await look(page, "fact");

		await page.getByRole("button", { name: "Forget" }).click();
		await dialog.getByRole("button", { name: "Forget fact" }).click();
		const receipt = page.getByRole("region", { name: "Receipt" });
		await receipt.getByText("complete", { exact: true }).waitFor();
		await shoot(page, "fact-receipt-light-desk");
		expect(await findBarriers(page)).toEqual([]);
		await expect(memory.get(id)).rejects.toMatchObject({ code: "not_found" });
		await page.getByRole("button", { name: "Back to facts" }).click();
		await page.getByText("Fact forgotten.").waitFor();
		await page.getByText("lives in Porto").waitFor();
		expect(await page.getByText("vegan since March").count()).toBe(0);
		expect(troubles).toEqual([]);
	});

	test("what a tool said waits for a person, who approves or rejects it, also by keys", async () => {
		await page.goto(`${world.url}/facts?agent=support`);
		await page.getByRole("tab", { name: "To review (3)" }).click();
		const cardOf = (word: string) => page.getByRole("article", { name: word });
		const dutch = cardOf("Dutch");
		await dutch.getByText("Source: a tool, not the user.").waitFor();
		await dutch.getByText("result of crm").waitFor();
		await look(page, "facts-review");
		const { id: approved } = await world.find("Dutch", "quarantined");
		const { id: rejected } = await world.find("Acme", "quarantined");
		const { id: pressed } = await world.find("peanuts", "quarantined");
		await dutch.getByRole("button", { name: "Approve" }).click();
		await page.getByRole("tab", { name: "To review (2)" }).waitFor();
		const memory = world.hf.memory("support", { everybody: true });
		expect((await memory.get(approved)).status).toBe("active");
		await cardOf("Acme").getByRole("button", { name: "Reject and forget" }).click();
		await page.getByRole("tab", { name: "To review (1)" }).waitFor();
		await expect(memory.get(rejected)).rejects.toMatchObject({ code: "not_found" });
		// The focus is on the one that is left.
		await page.locator("[data-review]:focus").filter({ hasText: "peanuts" }).waitFor();
		await page.keyboard.press("a");
		await page.getByText("No facts to review.").waitFor();
		expect((await memory.get(pressed)).status).toBe("active");
		expect(troubles).toEqual([]);
	});

	test("FA3: who approves sees what is known otherwise, and has it replaced or keeps both", async () => {
		const grace = world.hf.memory("support", { userId: "grace" });
		const boston = await grace.write("Grace lives in Boston.");
		const york = await grace.write("Grace lives in New York.", { trusted: false });
		const reno = await grace.write("Grace lives in Reno.", { trusted: false });
		await page.goto(`${world.url}/facts?agent=support&tab=review`);
		const card = page.getByRole("article", { name: "New York" });
		const known = card.getByRole("group", { name: "Contradicted facts" });
		await known.getByText("Grace lives in Boston.").waitFor();
		expect(await known.getByRole("radio", { name: /^Supersede/ }).isChecked()).toBe(true);
		await look(page, "facts-contradicted");
		await known.getByRole("radio", { name: /^Keep both/ }).check();
		await card.getByRole("button", { name: "Approve" }).click();
		await page.getByRole("tab", { name: "To review (1)" }).waitFor();
		expect((await grace.get(boston)).status).toBe("active");
		expect((await grace.get(york)).status).toBe("active");

		// On its own page, too; by default they are replaced.
		await page.goto(world.url + factPath(reno));
		await page.getByRole("button", { name: "Approve" }).click();
		const dialog = page.getByRole("dialog");
		await dialog.getByText("Contradicts 2 active facts").waitFor();
		expect(await findBarriers(page)).toEqual([]);
		await shoot(page, "fact-approve-light-desk");
		await dialog.getByRole("button", { name: "Approve" }).click();
		await page.getByText("active: recalled when relevant").waitFor();
		for (const id of [boston, york])
			expect(await grace.get(id)).toMatchObject({ status: "superseded", supersededBy: reno });
		await page.getByRole("region", { name: "History" }).getByText("supersedes").waitFor();
		for (const id of [boston, york, reno]) await grace.forget(id);
		expect(troubles).toEqual([]);
	});

	test("what is to be remembered can be added, of a user or for all", async () => {
		await page.goto(`${world.url}/facts?agent=support&user=ada`);
		await page.getByRole("button", { name: "Add fact" }).click();
		const dialog = page.getByRole("dialog");
		await dialog.getByLabel("Content").fill("Ada collects maps.");
		await dialog.getByLabel("Confidence").fill("0.7");
		await dialog.getByRole("button", { name: "Add fact" }).click();
		await page.getByText("Fact added for ada.").waitFor();
		await page.getByText("Ada collects maps.").waitFor();
		expect(await world.find("maps")).toMatchObject({ userId: "ada", confidence: 0.7, origin: "written" });
	});

	test("many facts are scrolled through with few rows; how they grew is a picture and a table", async () => {
		await page.goto(`${world.url}/facts`);
		// The agent that knows most is chosen where none is named.
		await page.waitForURL(/agent=archive/);
		const list = page.getByRole("region", { name: /^Facts, / });
		await list.waitFor();
		const end = list.getByText("Shelf 1 holds");
		let most = 0;
		await expect
			.poll(
				async () => {
					await list.evaluate((one) => {
						const box = one as unknown as { scrollTop: number; scrollHeight: number };
						box.scrollTop = box.scrollHeight;
					});
					most = Math.max(most, await page.locator(".virtual-row").count());
					return end.count();
				},
				{ timeout: 30_000, interval: 20 },
			)
			.toBe(1);
		expect(most).toBeLessThan(60);
		await page.getByRole("tab", { name: "Growth" }).click();
		await page.getByRole("img", { name: `Growth of facts, up to ${MANY.toLocaleString("en-GB")}` }).waitFor();
		await page.goto(`${world.url}/facts?agent=support&tab=growth`);
		const slider = page.getByRole("slider", { name: "Time" });
		await slider.focus();
		await page.keyboard.press("Home");
		await page.getByText(/: 0 in total, 0 new/).waitFor();
		await page.getByText("Show as table").click();
		await page.getByRole("table", { name: "Facts over time" }).waitFor();
		await look(page, "facts-growth");
		expect(troubles).toEqual([]);
	});

	test("a space that agents share is named, and a message of it leads to the agent that heard it", async () => {
		const memory = { space: "shop", recall: "both", extractor: "rules" } as const;
		const shared = await openConsole({
			agents: ["front", "back"].map((id) => defineAgent({ id, model: scriptedModel([]), memory })),
		});
		const heard = shared.hf.session({ agentId: "back", userId: "ada", sessionId: "s" });
		await heard.history.append({ role: "user", content: "My name is Ada and I collect stamps." });
		await heard.end({ wait: true });
		await enter(page, shared.url, "/facts?agent=front&q=stamps&in=facts,messages");
		await page.getByText("This agent uses the shared space shop.").waitFor();
		const hit = page.getByRole("link", { name: "and I collect stamps" });
		await expect.poll(() => hit.getAttribute("href")).toBe("/session?agent=back&user=ada&session=s&at=0");
		expect(troubles).toEqual([]);
		await shared.close();
	});

	test("a key that only reads sees no button that changes anything; a user only what is theirs", async () => {
		const { key } = await world.hf.keys.create({ name: "reader", scope: "read" });
		const { token } = await world.hf.tokens.create({ userId: "grace" });
		const { id } = await world.find("Ursula");
		const deeds = /^(add|approve|reject|pin|edit|forget|reactivate)/i;
		const reader = await openWindow();
		await enter(reader.page, world.url, factPath(id), key);
		await reader.page
			.getByRole("region", { name: "History" })
			.getByText("extracted", { exact: true })
			.waitFor();
		expect(await reader.page.getByRole("button", { name: deeds }).count()).toBe(0);
		await reader.page.goto(`${world.url}/facts?agent=support&tab=review`);
		await reader.page.getByText("No facts to review.").waitFor();
		expect(await reader.page.getByRole("button", { name: deeds }).count()).toBe(0);
		expect(reader.troubles).toEqual([]);
		await reader.context.close();

		const user = await openWindow({ size: "phone" });
		const refused: string[] = [];
		user.page.on("response", (response) => {
			if (response.status() >= 400 && response.status() !== 401) refused.push(response.url());
		});
		await enter(user.page, world.url, "/facts", token);
		await user.page.getByText("Ursula Le Guin").waitFor();
		expect(await user.page.getByText("Porto").count()).toBe(0);
		expect(await user.page.getByText("Orders of gold").count()).toBe(0);
		expect(await user.page.getByRole("tab", { name: /review/ }).count()).toBe(0);
		await user.page.getByLabel("Search", { exact: true }).fill("author");
		await user.page.getByRole("button", { name: "Search" }).click();
		await user.page.getByText(/results? by keywords/).waitFor();
		await user.page.getByRole("link", { name: /Ursula Le Guin/ }).click();
		await user.page.getByText("My favourite author is Ursula Le Guin.").first().waitFor();
		await user.page.getByText("No other fact supersedes, repeats or contradicts this one.").waitFor();
		expect(await user.page.getByRole("region", { name: "History" }).count()).toBe(0);
		expect(await user.page.getByRole("button", { name: deeds }).count()).toBe(0);
		expect(await findBarriers(user.page)).toEqual([]);
		expect(refused).toEqual([]);
		expect(user.troubles).toEqual([]);
		await user.context.close();
	});
});
