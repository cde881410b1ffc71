import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { defineAgent, memoryStore, type Store, tool } from "../../src/index.ts";
import { scriptedModel } from "../../src/testing/scripted-model.ts";
import { findBarriers, NO_BROWSER, openWindow, shoot } from "./browser.ts";
import { enter } from "./enter.ts";
import { openConsole } from "./open-console.ts";
import { shootAll } from "./shoot-all.ts";
import { openSeededWorld, type World } from "./world.ts";

/** Agents that have a little of everything. */
const model = scriptedModel(() => "Done.", { provider: "scripted", modelId: "shop-1" });
const RICH = [
	defineAgent({
		id: "triage",
		model,
		description: "Sorts what comes in",
		instructions: "You sort requests.\nBe brief.",
		memory: { space: "shop", recall: "all", limit: 20 },
		input: z.object({ urgent: z.boolean() }),
		agents: ["expert"],
		tools: [
			tool({
				name: "refund",
				description: "Pays an order back",
				input: z.object({ order: z.string() }),
				allow: 'user.plan == "gold"',
				execute: async () => "paid",
			}),
		],
		routine: {
			nodes: [
				{ id: "sort", think: "What is it about?", output: z.object({ topic: z.string() }) },
				{ id: "ask", agent: "expert", input: "{{sort.topic}}" },
				{ id: "answer", chat: true },
			],
		},
	}),
	defineAgent({ id: "expert", model, description: "Knows the books" }),
];

const formOf = (page: Page): Locator => page.getByRole("form", { name: "Memory settings" });

/** Resolves when the settings that were put have come back. */
async function save(page: Page): Promise<void> {
	await formOf(page).getByRole("button", { name: "Save" }).click();
	await page.getByText("Settings saved. They take effect with the next run.").waitFor();
}

describe.skipIf(NO_BROWSER)(`IF5: the agents of the console${NO_BROWSER ? ` (${NO_BROWSER})` : ""}`, () => {
	let world: World;
	beforeAll(async () => {
		world = await openSeededWorld();
	});
	afterAll(() => world.close());

	test("lists the agents that are defined, and those of which only memory is left", async () => {
		const { hf, url } = world;
		await hf.sessions.create({ agentId: "retired <b>bot</b>", sessionId: "old" });
		const { page, context, troubles } = await openWindow();
		await enter(page, url, "/agents");
		const support = page.getByRole("row", { name: /^support/ });
		await support.getByText("50 messages, newest and most relevant; facts about each user").waitFor();
		await support.getByText("scripted/shop-1").waitFor();
		await page
			.getByRole("row", { name: /^concierge/ })
			.getByText("off")
			.waitFor();
		const retired = page.getByRole("row", { name: /retired <b>bot<\/b>/ });
		await retired.getByText("no longer defined").waitFor();
		await shootAll(page, "agents");
		await retired.getByRole("link", { name: "retired <b>bot</b>" }).click();
		await page.getByText("This agent is not defined.").waitFor();
		expect(await findBarriers(page)).toEqual([]);
		expect(troubles).toEqual([]);
		await context.close();
	});

	test("shows what an agent is, and where it keeps its memory", async () => {
		const { page, context, troubles } = await openWindow();
		await enter(page, world.url, "/agent?id=support");
		await page.getByText("You help customers of a bookshop.").waitFor();
		await page.getByRole("region", { name: "Tools" }).getByText("Where an order is").waitFor();
		const store = page.getByRole("region", { name: "Store" });
		await store.getByText("sqlite").waitFor();
		await store.getByText("durable: survives restarts").waitFor();
		await formOf(page).getByText("Same as the definition.").waitFor();
		expect(await formOf(page).getByLabel("Limit").inputValue()).toBe("50");
		await shootAll(page, "agent", { tall: { desk: 1_500, phone: 3_000 } });
		expect(troubles).toEqual([]);
		await context.close();
	});

	test("ME4: memory is turned on here with a limit of 10, is used from the next run, and goes back to the definition", async () => {
		const { hf, url } = world;
		const run = (input: string) =>
			hf.agents.run({ agentId: "concierge", userId: "ada", sessionId: "tips", input });
		expect((await run("Recommend me a book.")).recalled?.strategy).toBe("none");
		const { page, context, troubles } = await openWindow();
		await enter(page, url, "/agent?id=concierge");
		const form = formOf(page);
		await form.getByRole("switch", { name: "Enable memory" }).check();
		expect(await form.getByLabel("Limit").inputValue()).toBe("10");
		await form.getByRole("radio", { name: "Relevant" }).check();
		await form.getByRole("radio", { name: "Input and output" }).check();

		// What is being filled in outlives what is asked for again behind it.
		const asked = page.waitForResponse((response) => response.url().endsWith("/v1/agents/concierge"));
		await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
		await asked;
		expect(await form.getByRole("radio", { name: "Relevant" }).isChecked()).toBe(true);

		// What the library refuses stands at its field.
		await form.getByLabel("Limit").fill("100000");
		await form.getByRole("button", { name: "Save" }).click();
		await form.getByText(/It must .*1,?000/).waitFor();
		await form.getByLabel("Limit").fill("ten");
		await form.getByRole("button", { name: "Save" }).click();
		await form.getByText("Enter a whole number").waitFor();
		await form.getByLabel("Limit").fill("12");
		await form.getByLabel("Memory space").selectOption("New space…");
		await form.getByLabel("Name of the new space").fill("shelf");
		await form.getByText("Memory: on").waitFor();
		await page.setViewportSize({ width: 1_280, height: 1_700 });
		await shoot(page, "agent-form");
		expect(await findBarriers(page)).toEqual([]);
		await save(page);

		const changed = await hf.agents.get("concierge");
		expect(changed).toMatchObject({
			memory: { recall: "relevant", limit: 12, save: "input_output", space: "shelf" },
			definedMemory: false,
		});
		expect(await form.getByLabel("Memory space").inputValue()).toBe("=shelf");
		expect((await run("And another book?")).recalled?.strategy).toBe("relevant");
		await page.reload();
		await page.getByText("overridden").waitFor();
		expect(await form.getByLabel("Limit").inputValue()).toBe("12");
		expect(await form.getByLabel("Memory space").inputValue()).toBe("=shelf");

		await form.getByRole("button", { name: "Reset to definition" }).click();
		await page.getByText("Reset to the definition. Takes effect with the next run.").waitFor();
		await expect.poll(() => form.getByRole("switch", { name: "Enable memory" }).isChecked()).toBe(false);
		const back = await hf.agents.get("concierge");
		expect(back.memory).toBe(false);
		expect(back.memoryChangedAt).toBeUndefined();
		expect((await run("One more?")).recalled?.strategy).toBe("none");
		expect(troubles).toEqual([]);
		await context.close();
	});

	test("only what differs from the definition is kept, and the search can do without the embedder", async () => {
		const { hf, url } = world;
		const { page, context, troubles } = await openWindow();
		await enter(page, url, "/agent?id=support");
		const form = formOf(page);
		await form.getByText(/Embedder: .+ dimensions/).waitFor();
		await form.getByRole("radio", { name: "Keywords only" }).check();
		await form.getByText("More settings", { exact: true }).click();
		await form.getByLabel("Fact budget").fill("500");
		await save(page);
		expect((await hf.agents.get("support")).memory).toMatchObject({
			embedder: false,
			factBudget: 500,
			recall: "both",
			limit: 50,
		});
		// The same as the definition again: nothing is left to stand over it.
		await form.getByRole("radio", { name: "Meaning and keywords" }).check();
		await form.getByLabel("Fact budget").fill("1,000");
		await form.getByRole("button", { name: "Save" }).click();
		await page.getByText("Reset to the definition. Takes effect with the next run.").waitFor();
		expect((await hf.agents.get("support")).definedMemory).toBeUndefined();
		expect(troubles).toEqual([]);
		await context.close();
	});

	test("a key that only reads sees the settings as text", async () => {
		const { hf, url } = world;
		const { key } = await hf.keys.create({ scope: "read" });
		const { page, context, troubles } = await openWindow();
		await enter(page, url, "/agent?id=support", key);
		const memory = page.getByRole("region", { name: "Memory" });
		await memory.getByText("Both", { exact: true }).waitFor();
		await memory.getByText("Log in with an admin key to change these settings.").waitFor();
		expect(await page.getByRole("main").getByRole("button").count()).toBe(0);
		expect(await page.getByRole("main").getByRole("radio").count()).toBe(0);
		expect(await page.getByRole("link", { name: "Open in playground" }).count()).toBe(0);
		expect(await findBarriers(page)).toEqual([]);
		await shoot(page, "agent-read-only");
		expect(troubles).toEqual([]);
		await context.close();
	});

	test("without an embedder it says that all search is by words, and a routine is shown step by step", async () => {
		const plain = await openConsole({ embedder: false, agents: RICH });
		const { page, context, troubles } = await openWindow();
		await enter(page, plain.url, "/agent?id=triage");
		const form = formOf(page);
		await form.getByText("Note: by words only: no embedder is configured.").first().waitFor();
		expect(await form.getByRole("radio", { name: "Relevant" }).isEnabled()).toBe(true);
		expect(await form.getByRole("radio", { name: "Meaning and keywords" }).isDisabled()).toBe(true);
		expect(await form.getByRole("radio", { name: "Keywords only" }).isChecked()).toBe(true);
		await form.getByText("Not available: no embedder is configured.").waitFor();
		await form.getByText("The definition sets a space.").waitFor();
		const definition = page.getByRole("region", { name: "Definition" });
		expect(await definition.getByRole("listitem").allInnerTexts()).toHaveLength(3);
		await definition.getByRole("region", { name: "Input schema" }).getByText('"urgent"').waitFor();
		await page.getByText("only if").waitFor();
		await shootAll(page, "agent-routine", { tall: { desk: 1_600, phone: 3_200 } });
		await definition.getByRole("link", { name: "expert" }).click();
		await page.getByRole("heading", { level: 1, name: "expert" }).waitFor();
		expect(troubles).toEqual([]);
		await context.close();
		await plain.close();
	});

	test("ME4: what the store cannot do is greyed, with the reason", async () => {
		const store = memoryStore();
		const search = { keyword: "none", vector: "none", reason: "this store keeps no index" };
		const capabilities = { ...store.capabilities, search } as unknown as Store["capabilities"];
		const blind = await openConsole({ store: { ...store, capabilities }, agents: RICH });
		const { page, context, troubles } = await openWindow();
		await enter(page, blind.url, "/agent?id=expert");
		const form = formOf(page);
		await form.getByText("Not available: this store keeps no index.").first().waitFor();
		expect(await form.getByRole("radio", { name: "All" }).isEnabled()).toBe(true);
		for (const name of ["Relevant", "Both"])
			expect(await form.getByRole("radio", { name }).isDisabled()).toBe(true);
		await page.getByText("in memory: lost when the process ends").waitFor();
		expect(await findBarriers(page)).toEqual([]);
		await shoot(page, "agent-greyed");
		expect(troubles).toEqual([]);
		await context.close();
		await blind.close();
	});
});
