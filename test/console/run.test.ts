import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { closeBrowser, findBarriers, NO_BROWSER, openWindow, shoot } from "./browser.ts";
import { enter } from "./enter.ts";
import { BUSY_CALLS, runAgents } from "./run-agents.ts";
import { openSeededWorld, type World } from "./world.ts";

const DESK = { width: 1280, height: 820 };
const PHONE = { width: 390, height: 844 };

/** The same page in each theme and size. */
async function shootAll(page: Page, name: string): Promise<void> {
	for (const [size, viewport] of Object.entries({ desk: DESK, phone: PHONE })) {
		await page.setViewportSize(viewport);
		for (const colorScheme of ["light", "dark"] as const) {
			await page.emulateMedia({ colorScheme });
			await expect.poll(() => page.evaluate("document.documentElement.dataset.theme")).toBe(colorScheme);
			await shoot(page, `${name}-${colorScheme}-${size}`);
		}
		const isWide = "document.querySelector('main').scrollWidth > document.querySelector('main').clientWidth";
		expect(await page.evaluate(isWide)).toBe(false);
	}
	await page.emulateMedia({ colorScheme: "light" });
	await page.setViewportSize(DESK);
}

describe.skipIf(NO_BROWSER)(`IF5: the pages of runs${NO_BROWSER ? ` (${NO_BROWSER})` : ""}`, () => {
	let world: World;
	let page: Page;
	let troubles: string[];

	const region = (name: string) => page.getByRole("region", { name, exact: true });
	const spans = () => region("Waterfall").getByRole("list");
	const show = async (id: string): Promise<void> => {
		await enter(page, world.url, `/run?id=${id}`);
		await page.getByRole("heading", { level: 1, name: /^Run of/ }).waitFor();
	};
	const isClean = async (): Promise<void> => {
		expect(await findBarriers(page)).toEqual([]);
		expect(troubles).toEqual([]);
	};
	const runOf = async (sessionId: string): Promise<string> => {
		const { items } = await world.hf.runs.list({ agentId: "support", userId: "ada", sessionId });
		return items[0]?.id ?? "";
	};

	beforeAll(async () => {
		world = await openSeededWorld({ more: runAgents() });
		({ page, troubles } = await openWindow());
	});
	afterAll(async () => {
		await closeBrowser();
		await world.close();
	});

	test("a run can be watched while it is under way: memory first, then word by word, until it is over", async () => {
		const { hf, gate } = world;
		const stream = hf.agents.stream({
			agentId: "support",
			userId: "ada",
			sessionId: "ada-waits",
			input: "Please wait a moment: where do I live?",
		});
		const done = stream.result;
		await expect.poll(async () => (await hf.runs.list({ status: "running" })).items.length).toBe(1);
		const id = await runOf("ada-waits");
		await show(id);
		await region("Run details").getByText("running", { exact: true }).waitFor();
		// What was read is shown before the first word.
		const facts = page.getByRole("list", { name: "Facts in the prompt" });
		await facts.getByRole("link", { name: /Lisbon/ }).waitFor();
		await facts
			.getByRole("img", { name: /^Score 0\.\d+: / })
			.first()
			.waitFor();
		await region("Memory reads and writes").getByText("recall facts").waitFor();
		await region("Prompt")
			.getByRole("img", { name: /facts \d+/ })
			.waitFor();
		const said = region("Messages and tool calls");
		await said.getByText("The agent is working…").waitFor();
		const model = spans().getByRole("button", { name: /^model shop-1 running/ });
		await model.waitFor();
		await page.evaluate("window.notReloaded = true");
		gate.next();
		await said.getByText("Let me", { exact: true }).waitFor();
		gate.next();
		await said.getByText("Let me look that up", { exact: true }).waitFor();
		expect(await model.locator("i.run-bar").getAttribute("style")).toMatch(/width: [1-9]/);
		const before = await model.textContent();
		await expect.poll(() => model.textContent()).not.toBe(before);
		await isClean();
		await shootAll(page, "run-streaming");
		gate.open();
		await said.getByText("Let me look that up for you. Here it is.", { exact: true }).waitFor();
		await region("Run details").getByText("completed", { exact: true }).waitFor();
		await expect
			.poll(() =>
				spans()
					.getByRole("button", { name: /running/ })
					.count(),
			)
			.toBe(0);
		await spans()
			.getByRole("button", { name: /^model shop-1 \d/ })
			.waitFor();
		// From the log now: what was said has its place there.
		await said.getByRole("link", { name: "Event 2 in the session" }).waitFor();
		await region("Prompt").getByText("The provider counted 412 input and 38 output tokens").waitFor();
		expect(await page.evaluate("window.notReloaded")).toBe(true);
		expect((await done).status).toBe("completed");
	});

	test("tells which tool was called with what, where the time went, and leads to events and facts", async () => {
		const { items } = await world.hf.runs.list({ agentId: "support", userId: "ada", sessionId: "ada-order" });
		await show(items.find(({ input }) => input === "Where is my order A-7?")?.id ?? "");
		const said = region("Messages and tool calls");
		await said.getByText("Tool order_status").waitFor();
		await said.getByText("shipped").waitFor();
		await said.getByText("arrives on Thursday").waitFor();
		const tool = spans().getByRole("button", { name: /^tool order_status/ });
		await tool.focus();
		await page.keyboard.press("Enter");
		await page.getByRole("row", { name: "tool call id call_1" }).waitFor();
		await page.getByRole("row", { name: /^Duration .* of the total/ }).waitFor();
		expect(await tool.getAttribute("aria-expanded")).toBe("true");
		await page.keyboard.press("ArrowUp");
		expect(await spans().locator("button:focus").textContent()).toContain("shop-1");
		await region("Prompt").getByText("estimate for the first model call").waitFor();
		await region("Prompt")
			.getByText(/tools \d+/)
			.waitFor();
		await isClean();
		await shootAll(page, "run-done");
		await page.setViewportSize(PHONE);
		await tool.scrollIntoViewIfNeeded();
		await shoot(page, "run-waterfall-light-phone");
		await isClean();
		await page.setViewportSize(DESK);
		const fact = page.getByRole("list", { name: "Facts in the prompt" }).getByRole("link").first();
		expect(await fact.getAttribute("href")).toMatch(/\/fact\?agent=support&id=/);
		await said.getByRole("link", { name: "Event 2 in the session" }).click();
		await page.waitForURL(/\/session\?agent=support&user=ada&session=ada-order&at=2/);
	});

	test("tells what was left out of the prompt, and why", async () => {
		const ref = { agentId: "support", userId: "ada", sessionId: "ada-long" };
		const session = world.hf.session(ref);
		for (let i = 0; i < 8; i++) {
			await session.history.append({ role: "user", content: `Note ${i}: the parcel for Lisbon is heavy.` });
			await session.history.append({ role: "assistant", content: `Noted ${i}, the parcel for Lisbon.` });
		}
		const { runId } = await world.hf.agents.run({
			...ref,
			input: "How heavy is the parcel for Lisbon?",
			memory: { limit: 4, factBudget: 20 },
		});
		await show(runId);
		const memory = region("Memory");
		await memory.getByText("over the message limit").waitFor();
		await memory
			.getByText(/replayed/)
			.first()
			.click();
		const replayed = region("Messages in the prompt");
		await replayed
			.getByText(/parcel for Lisbon/)
			.first()
			.waitFor();
		const link = await replayed.getByRole("link").first().getAttribute("href");
		expect(link).toMatch(/session=ada-long&at=\d+$/);
		const passedOver = page.getByRole("list", { name: "Considered but not used" });
		await passedOver
			.getByRole("img", { name: /^Score/ })
			.first()
			.waitFor();
		await passedOver.getByText("over the token budget").first().waitFor();
		await isClean();
		await memory.scrollIntoViewIfNeeded();
		await shoot(page, "run-left-out-light-desk");
		await page.setViewportSize(PHONE);
		await memory.scrollIntoViewIfNeeded();
		await shoot(page, "run-left-out-light-phone");
		await page.setViewportSize(DESK);
	});

	test("shows facts in the words that they had in the prompt, what changed since, and what is gone", async () => {
		const memory = world.hf.memory("support", { userId: "bob" });
		const changed = await memory.write("Bob's desk is in room 12.");
		const gone = await memory.write("Bob's desk is made of oak.");
		const { runId } = await world.hf.agents.run({
			agentId: "support",
			userId: "bob",
			sessionId: "bob-desk",
			input: "Where is my desk?",
		});
		await memory.update(changed, { content: "Bob's desk is in room 40." });
		await memory.forget(gone);
		await show(runId);
		const facts = page.getByRole("list", { name: "Facts in the prompt" });
		await facts.getByRole("link", { name: "Bob's desk is in room 12." }).waitFor();
		await facts.getByText("Edited since. Now: Bob's desk is in room 40.").waitFor();
		await facts.getByText("(forgotten)").waitFor();
		expect(await facts.getByText("oak").count()).toBe(0);
		await isClean();
		await facts.scrollIntoViewIfNeeded();
		await shoot(page, "run-reworded-light-desk");
	});

	test("shows what tools wrote and sought, and leads to the runs below and above", async () => {
		const { runId } = await world.hf.agents.run({
			agentId: "clerk",
			userId: "ada",
			sessionId: "ada-clerk",
			input: "I collect first editions.",
		});
		await show(runId);
		const uses = region("Memory reads and writes");
		await uses.getByText("write", { exact: true }).first().waitFor();
		const written = uses.getByRole("link", { name: "The customer collects first editions." });
		await written.first().waitFor();
		expect(await written.first().getAttribute("href")).toMatch(/\/fact\?agent=clerk&id=/);
		const search = uses.getByRole("listitem").filter({ hasText: "search" });
		await search
			.getByRole("img", { name: /^Score/ })
			.first()
			.waitFor();
		await spans()
			.getByRole("button", { name: /^run reader/ })
			.waitFor();
		await isClean();
		await uses.scrollIntoViewIfNeeded();
		await shoot(page, "run-writes-light-desk");
		await region("Run details").getByRole("link", { name: "reader" }).click();
		await page.getByRole("heading", { level: 1, name: "Run of reader" }).waitFor();
		await region("Messages and tool calls").getByText("Try Dune, 1965.").waitFor();
		await region("Run details").getByRole("link", { name: "Open parent run" }).click();
		await page.getByRole("heading", { level: 1, name: "Run of clerk" }).waitFor();
	});

	test("says why a run failed", async () => {
		await expect(world.hf.agents.run({ agentId: "broken", input: "Hello" })).rejects.toThrow();
		const { items } = await world.hf.runs.list({ agentId: "broken" });
		await show(items[0]?.id ?? "");
		const alert = page.getByRole("alert");
		await alert.getByText("model_failed").waitFor();
		await alert.getByText(/the provider is on fire <b>now<\/b>/).waitFor();
		await region("Run details").getByText("failed", { exact: true }).waitFor();
		await spans()
			.getByRole("button", { name: /^model .* error/ })
			.waitFor();
		await isClean();
		await shoot(page, "run-failed-light-desk");
		await enter(page, world.url, "/run?id=nobody");
		await alert.getByText(/nobody/).waitFor();
	});

	test("a run that is under way can be cancelled, though nobody streams it", async () => {
		const { hf } = world;
		const run = hf.agents.run({ agentId: "slow", userId: "ada", sessionId: "ada-slow", input: "Begin" });
		const ended = expect(run).rejects.toThrow();
		await expect.poll(async () => (await hf.runs.list({ status: "running" })).items.length).toBe(1);
		const { items } = await hf.runs.list({ status: "running" });
		await show(items[0]?.id ?? "");
		await region("Messages and tool calls").getByText("Begin").waitFor();
		await page.getByRole("button", { name: "Cancel run" }).click();
		await region("Run details").getByText("cancelled", { exact: true }).waitFor();
		await page.getByRole("button", { name: "Cancel run" }).waitFor({ state: "detached" });
		await ended;
		expect(troubles).toEqual([]);
	});

	test("draws hundreds of spans", async () => {
		const { runId } = await world.hf.agents.run({ agentId: "busy", input: "Take notes" });
		await show(runId);
		await expect.poll(() => spans().getByRole("button").count()).toBeGreaterThan(BUSY_CALLS);
		await spans().getByRole("button").last().scrollIntoViewIfNeeded();
		await shoot(page, "run-busy-light-desk");
		expect(troubles).toEqual([]);
	});

	test("the list has the newest first, grows by itself, and its filters are in the address", async () => {
		await enter(page, world.url, "/runs");
		const list = region("Runs");
		await list.getByRole("link", { name: "Where is my order A-7?" }).waitFor();
		const { items } = await world.hf.runs.list({ limit: 1 });
		expect(await list.getByRole("listitem").first().textContent()).toContain(items[0]?.agentId);
		await world.hf.agents.run({ agentId: "concierge", sessionId: "s-new", input: "Something quite new?" });
		await list.getByRole("link", { name: "Something quite new?" }).waitFor();
		await isClean();
		await shootAll(page, "runs");
		await page.getByLabel("Status").selectOption("failed");
		await list.getByText("broken").waitFor();
		expect(await list.getByRole("listitem").count()).toBe(1);
		expect(page.url()).toContain("status=failed");
		await page.getByRole("button", { name: "Clear filters" }).click();
		await page.getByLabel("User").fill("grace");
		await page.waitForURL(/user=grace/);
		await list.getByRole("link", { name: "My favourite author is Ursula Le Guin." }).waitFor();
		await list.getByRole("link", { name: "Where is my order A-7?" }).waitFor({ state: "detached" });
		await page.reload();
		await list.getByRole("link", { name: "My favourite author is Ursula Le Guin." }).waitFor();
		await page.getByLabel("Agent").selectOption("concierge");
		await list.getByRole("link", { name: "Recommend me a book, please." }).click();
		await page.getByRole("heading", { level: 1, name: "Run of concierge" }).waitFor();
		expect(troubles).toEqual([]);
	});

	test("a key that only reads sees no button to cancel, a user's token is told that runs are not theirs", async () => {
		const { hf } = world;
		const { key: readKey } = await hf.keys.create({ name: "looks", scope: "read" });
		const { token } = await hf.tokens.create({ userId: "ada" });
		const run = hf.agents.run({ agentId: "slow", sessionId: "slow-2", input: "Begin" });
		const ended = expect(run).rejects.toThrow();
		await expect.poll(async () => (await hf.runs.list({ status: "running" })).items.length).toBe(1);
		const id = (await hf.runs.list({ status: "running" })).items[0]?.id ?? "";
		for (const [key, expected] of [
			[readKey, "running"],
			[token, "This page is for operators."],
		] as const) {
			const other = await openWindow();
			const refused: number[] = [];
			other.page.on("response", (response) => {
				if (response.status() >= 400 && response.url().includes("/v1/runs")) refused.push(response.status());
			});
			await enter(other.page, world.url, `/run?id=${id}`, key);
			await other.page.getByText(expected).first().waitFor();
			expect(await other.page.getByRole("button", { name: "Cancel run" }).count()).toBe(0);
			if (key === token) expect(refused).toEqual([]);
			await other.context.close();
		}
		await hf.runs.cancel(id);
		await ended;
	});
});
