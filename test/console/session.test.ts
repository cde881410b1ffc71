import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { NewEvent, SessionHandle } from "../../src/index.ts";
import { findBarriers, NO_BROWSER, openWindow, shoot } from "./browser.ts";
import { enter } from "./enter.ts";
import { ADMIN_KEY } from "./open-console.ts";
import { openSeededWorld, type World } from "./world.ts";

const ORDER = "/session?agent=support&user=ada&session=ada-order";
const pathOf = (sessionId: string, more = ""): string => `/session?agent=support&session=${sessionId}${more}`;

const userLine = (content: string): NewEvent => ({
	kind: "message",
	source: "user",
	data: { role: "user", content },
});

const logOf = (page: Page) => page.getByRole("region", { name: "Log", exact: true });
const rowsOf = (page: Page) => logOf(page).getByRole("listitem");
const event = (page: Page, offset: number) =>
	logOf(page).getByRole("article", { name: `Event ${offset}`, exact: true });

/** Every line of a session that has `line n` for each offset, as the page shows them from the first to the last. */
async function readThrough(page: Page): Promise<string[]> {
	return logOf(page).locator(".said").allTextContents();
}

/** What is used of an element; the types of the browser are not the tests'. */
interface Box {
	readonly scrollHeight: number;
	readonly clientHeight: number;
	readonly scrollWidth: number;
	readonly clientWidth: number;
	readonly scrollTop: number;
	readonly textContent: string;
	scrollTo(x: number, y: number): void;
	matches(selector: string): boolean;
}
const leftBelow = (one: unknown): number => {
	const { scrollHeight, clientHeight, scrollTop } = one as Box;
	return scrollHeight - clientHeight - scrollTop;
};
const tooWide = (one: unknown): number => (one as Box).scrollWidth - (one as Box).clientWidth;
const toTop = (one: unknown): void => (one as Box).scrollTo(0, 0);
const lengthOf = (one: unknown): number => (one as Box).textContent.length;
const isRightToLeft = (one: unknown): boolean => (one as Box).matches(":dir(rtl)");

describe.skipIf(NO_BROWSER)(
	`IF5: the session page of the console${NO_BROWSER ? ` (${NO_BROWSER})` : ""}`,
	() => {
		let world: World;
		beforeAll(async () => {
			world = await openSeededWorld();
		});
		afterAll(() => world.close());

		const open = async (sessionId: string, events: readonly NewEvent[]): Promise<SessionHandle> => {
			const session = world.hf.session({ agentId: "support", sessionId });
			for (let at = 0; at < events.length; at += 500) await session.append(events.slice(at, at + 500));
			return session;
		};

		test("shows what happened, grouped by run, tools with their results; what comes live appears by itself", async () => {
			const { page, context, troubles } = await openWindow();
			await enter(page, world.url, ORDER);
			await page.getByRole("heading", { level: 1, name: "Where is my order?" }).waitFor();
			await logOf(page).getByText("State changed").waitFor();
			const call = logOf(page).getByRole("article").filter({ hasText: "Input" });
			await call.getByText("A-7").first().waitFor();
			await call.getByText("shipped").waitFor();
			await logOf(page).getByText("Result of order_status,").first().waitFor();
			const run = logOf(page).getByRole("link", { name: "Inspect run" });
			expect(await run.first().getAttribute("href")).toMatch(/\/run\?id=/);
			await logOf(page).getByText("412 + 38 tokens").first().waitFor();
			await page.getByRole("cell", { name: "user:last_order" }).waitFor();
			for (const theme of ["light", "dark"] as const) {
				await page.emulateMedia({ colorScheme: theme });
				await shoot(page, `session-order-${theme}-desk`);
			}
			expect(await findBarriers(page)).toEqual([]);
			await page.emulateMedia({ colorScheme: "light" });
			const session = world.hf.session({ agentId: "support", userId: "ada", sessionId: "ada-order" });
			await session.append(userLine("Are you still there?"));
			await logOf(page).getByText("Are you still there?").waitFor();
			await session.setMode("manual", "Olga");
			await logOf(page).getByText("Olga took over").waitFor();
			await page.getByText("manual", { exact: true }).first().waitFor();
			await session.setMode("auto", "Olga");
			await logOf(page).getByText("Olga handed back to the agent").waitFor();
			expect(troubles).toEqual([]);
			await context.close();
		});

		test("can be read on a phone, where the panels stand behind tabs", async () => {
			const { page, context, troubles } = await openWindow({ size: "phone" });
			await enter(page, world.url, ORDER);
			await logOf(page).getByText("State changed").waitFor();
			for (const theme of ["light", "dark"] as const) {
				await page.emulateMedia({ colorScheme: theme });
				await shoot(page, `session-order-${theme}-phone`);
			}
			expect(await findBarriers(page)).toEqual([]);
			const width = await page.evaluate("document.documentElement.scrollWidth");
			expect(width).toBeLessThanOrEqual(390);
			await page.getByRole("tab", { name: "State" }).click();
			await page.getByRole("cell", { name: "cart" }).waitFor();
			await shoot(page, "session-state-dark-phone");
			expect(await findBarriers(page)).toEqual([]);
			expect(troubles).toEqual([]);
			await context.close();
		});

		test("of a long log only what is in sight exists; jumps to the start and to any event; sticks to the end only there", async () => {
			const lines = Array.from({ length: 8_000 }, (_, index) => userLine(`line ${index}`));
			const session = await open("long", lines);
			const { page, context, troubles } = await openWindow();
			await enter(page, world.url, pathOf("long"));
			await logOf(page).getByText("line 7999", { exact: true }).waitFor();
			expect(await rowsOf(page).count()).toBeLessThan(60);
			// At the end it stays there.
			await session.append(Array.from({ length: 20 }, (_, index) => userLine(`live ${index}`)));
			await logOf(page).getByText("live 19", { exact: true }).waitFor();
			await expect.poll(() => logOf(page).evaluate(leftBelow)).toBeLessThan(5);
			await page.getByRole("button", { name: "Start" }).click();
			await logOf(page).getByText("line 0", { exact: true }).waitFor();
			expect(await rowsOf(page).count()).toBeLessThan(60);
			// Who reads elsewhere is not moved, and told.
			await session.append(userLine("the newest"));
			await page.getByRole("button", { name: "1 new event" }).waitFor();
			expect(await event(page, 0).isVisible()).toBe(true);
			await page.getByRole("button", { name: "1 new event" }).click();
			await logOf(page).getByText("the newest", { exact: true }).waitFor();
			const field = page.getByLabel("Event", { exact: true });
			await field.fill("4000");
			await field.press("Enter");
			await event(page, 4_000).waitFor();
			await expect.poll(() => page.url()).toContain("at=4000");
			const chosen = logOf(page).locator('[aria-current="true"]');
			expect(await chosen.textContent()).toContain("line 4000");
			await shoot(page, "session-long-light-desk");
			// Scrolling goes on past the edge of what the list knows.
			const scrollUp = async (): Promise<boolean> => {
				await logOf(page).evaluate(toTop);
				return event(page, 0).isVisible();
			};
			await expect.poll(scrollUp, { timeout: 20_000 }).toBe(true);
			const shown = (await readThrough(page)).map((line) => Number(line.slice("line ".length)));
			expect(shown).toEqual(shown.map((_, index) => index));
			expect(shown.length).toBeGreaterThan(5);
			expect(troubles).toEqual([]);
			await context.close();
		});

		test("a link to an event shows it, marked, and the slider shows the state of that time", async () => {
			const session = await open("timed", [userLine("hello")]);
			await session.state.set({ colour: "red" });
			await session.append(userLine("now in blue, please"));
			await session.state.set({ colour: "blue" });
			const { page, context, troubles } = await openWindow();
			await enter(page, world.url, pathOf("timed", "&at=1"));
			await event(page, 1).waitFor();
			expect(await logOf(page).locator('[aria-current="true"]').count()).toBe(1);
			const value = page.getByRole("row").filter({ hasText: "colour" });
			await value.getByText("red").waitFor();
			await value.getByText("changed", { exact: true }).waitFor();
			const slider = page.getByRole("slider");
			await slider.focus();
			await page.keyboard.press("ArrowRight");
			await value.getByText("changed", { exact: true }).waitFor({ state: "detached" });
			await page.keyboard.press("ArrowRight");
			await value.getByText("blue").waitFor();
			await value.getByText("before: red").waitFor();
			await shoot(page, "session-slider-light-desk");
			await page.keyboard.press("ArrowRight");
			await page.getByText("The current state").waitFor();
			expect(await slider.getAttribute("aria-valuetext")).toBe("now");
			expect(await findBarriers(page)).toEqual([]);
			expect(troubles).toEqual([]);
			await context.close();
		});

		test("what people and models write is shown as text, whatever it is", async () => {
			const word = "w".repeat(200_000);
			await open("hostile", [
				userLine(`<img src=x onerror="window.ran = 1; alert('img')">`),
				userLine(`<script>window.ran = 1; alert("script")</script><style>body{display:none}</style>`),
				userLine("👩‍🚀 family 👨‍👩‍👧‍👦 flags 🇵🇹🇯🇵 and \u0301\u0301\u0301 marks"),
				userLine("مرحبا، أين طلبي رقم A-7؟"),
				userLine("שלום, איפה ההזמנה שלי?"),
				userLine("invoice\u202Efdp.exe and zero\u200B\u200Bwidth \u2066isolated\u2069"),
				userLine(word),
				{
					kind: "tool_call",
					source: "agent",
					data: { toolCallId: "1", name: "<b>bold</b>", input: { "<i>": "javascript:alert(1)" } },
				},
				{
					kind: "tool_result",
					source: "tool",
					data: {
						toolCallId: "1",
						name: "<b>bold</b>",
						output: "</pre><script>alert(2)</script>",
						isError: true,
					},
				},
				{ kind: "tool_call", source: "agent", data: { toolCallId: "2", name: "lost", input: "no answer" } },
				{
					kind: "message",
					source: "human",
					data: {
						role: "assistant",
						displayName: "Olga <admin>",
						content: [
							{ type: "text", text: "See the file." },
							{
								type: "file",
								filename: "<evil>.pdf",
								url: "javascript:alert(3)",
								mediaType: "application/pdf",
							},
							{ type: "reasoning", text: "They need a file." },
						],
					},
				},
				{ kind: "custom", source: "integration", data: { type: "order.paid", amount: 12 } },
			]);
			const erasing = world.hf.session({ agentId: "support", sessionId: "hostile" });
			await erasing.append(userLine("a secret"));
			await erasing.erase(12);
			const { page, context, troubles } = await openWindow();
			const dialogs: string[] = [];
			page.on("dialog", (dialog) => {
				dialogs.push(dialog.message());
				void dialog.dismiss();
			});
			await enter(page, world.url, pathOf("hostile", "&at=0"));
			await event(page, 0).waitFor();
			expect(await event(page, 0).textContent()).toContain(
				`<img src=x onerror="window.ran = 1; alert('img')">`,
			);
			expect(await event(page, 1).textContent()).toContain("<style>body{display:none}</style>");
			expect(await event(page, 3).locator(".said").evaluate(isRightToLeft)).toBe(true);
			expect(await event(page, 5).textContent()).toMatch(/U\+202E[\s\S]*fdp\.exe[\s\S]*U\+200B × 2/);
			await shoot(page, "session-hostile-light-desk");
			await page.emulateMedia({ colorScheme: "dark" });
			await shoot(page, "session-hostile-dark-desk");
			expect(await findBarriers(page)).toEqual([]);
			const more = logOf(page).getByRole("button", { name: "Show all 200,000 characters" });
			await more.click();
			await expect.poll(() => event(page, 6).locator(".said").evaluate(lengthOf)).toBe(200_000);
			const wide = await logOf(page).evaluate(tooWide);
			expect(wide).toBe(0);
			await logOf(page).getByRole("button", { name: "Show less" }).click();
			await page.getByRole("button", { name: "Now" }).click();
			await logOf(page).getByText("message, erased").waitFor();
			await logOf(page).getByText("No result in the log.").waitFor();
			await logOf(page).getByText("<evil>.pdf").waitFor();
			await logOf(page).getByText("Olga <admin>").waitFor();
			expect(await logOf(page).locator("a[href^='javascript']").count()).toBe(0);
			await shoot(page, "session-kinds-dark-desk");
			await event(page, 11).getByText("JSON").click();
			await page.getByRole("region", { name: "Event 11 as JSON" }).getByText('"order.paid"').waitFor();
			await page.setViewportSize({ width: 390, height: 844 });
			await page.goto(world.url + pathOf("hostile", "&at=3"));
			await event(page, 3).waitFor();
			await shoot(page, "session-hostile-dark-phone");
			await page.emulateMedia({ colorScheme: "light" });
			await shoot(page, "session-hostile-light-phone");
			expect(await page.evaluate("window.ran")).toBeUndefined();
			expect(dialogs).toEqual([]);
			expect(troubles).toEqual([]);
			await context.close();
		});

		test("shows the facts that came from it, and the events that each came from", async () => {
			const { page, context, troubles } = await openWindow();
			await enter(page, world.url, "/session?agent=support&user=ada&session=ada-welcome&tab=facts");
			const panel = page.getByRole("tabpanel");
			const fact = panel.getByRole("link", { name: /Lisbon/ });
			expect(await fact.first().getAttribute("href")).toMatch(/\/fact\?agent=support&id=/);
			const made = panel.getByRole("list", { name: "Consolidations" });
			await made.getByText(/read event.* and found \d+ statements? in [\d.]+ m?s/).waitFor();
			await shoot(page, "session-facts-light-desk");
			expect(await findBarriers(page)).toEqual([]);
			await panel.getByRole("link", { name: "From event 0" }).first().click();
			await logOf(page).locator('[aria-current="true"]').getByText("I live in Lisbon").waitFor();
			await page.getByRole("tab", { name: "Metadata" }).click();
			await panel.getByText("The log keeps no history").waitFor();
			await shoot(page, "session-ended-light-desk");
			expect(troubles).toEqual([]);
			await context.close();
		});

		test("a user's token shows what was said, and nothing else", async () => {
			const { token } = await world.hf.tokens.create({ userId: "ada" });
			const { page, context, troubles } = await openWindow();
			await enter(page, world.url, ORDER, token);
			await logOf(page).getByText("Where is my order A-7?").waitFor();
			await logOf(page).getByText("arrives on Thursday").waitFor();
			expect(await logOf(page).getByText("order_status").count()).toBe(0);
			expect(await logOf(page).getByText("State changed").count()).toBe(0);
			expect(await logOf(page).getByRole("link", { name: "Inspect run" }).count()).toBe(0);
			expect(await page.getByRole("tab", { name: "State" }).count()).toBe(0);
			await page.getByRole("tab", { name: "Facts" }).click();
			await page.getByRole("tabpanel").getByText(/fact/i).first().waitFor();
			expect(await page.getByText("Consolidations").count()).toBe(0);
			await shoot(page, "session-user-light-desk");
			expect(await findBarriers(page)).toEqual([]);
			expect(troubles).toEqual([]);
			await context.close();
		});

		test("a server that goes and comes back leaves no gap and nothing twice", async () => {
			const session = await open("steady", [userLine("line 0"), userLine("line 1")]);
			const { page, context, troubles } = await openWindow();
			await enter(page, world.url, pathOf("steady"));
			await logOf(page).getByText("line 1", { exact: true }).waitFor();
			await page.getByText("live", { exact: true }).waitFor();
			await world.stop();
			await page.getByText("The server does not respond").waitFor();
			await page.getByText("reconnecting", { exact: true }).waitFor();
			await shoot(page, "session-reconnecting-light-desk");
			await world.start();
			await session.append([userLine("line 2"), userLine("line 3")]);
			await logOf(page).getByText("line 3", { exact: true }).waitFor();
			await session.append(userLine("line 4"));
			await logOf(page).getByText("line 4", { exact: true }).waitFor();
			expect(await readThrough(page)).toEqual(["line 0", "line 1", "line 2", "line 3", "line 4"]);
			await page.getByText("live", { exact: true }).waitFor();
			await page.getByText("The server does not respond").waitFor({ state: "detached" });
			expect(troubles).toEqual([]);
			await context.close();
		});

		test("a session that is deleted elsewhere says so; one that never was, too", async () => {
			await open("short-lived", [userLine("soon gone")]);
			const { page, context } = await openWindow();
			await enter(page, world.url, pathOf("short-lived"), ADMIN_KEY);
			await logOf(page).getByText("soon gone").waitFor();
			await world.hf.sessions.delete({ agentId: "support", sessionId: "short-lived" });
			await page.getByText("This session was deleted.").waitFor();
			await page.goto(world.url + pathOf("never-was"));
			await page
				.getByRole("alert")
				.getByText(/no session/)
				.waitFor();
			await context.close();
		});
	},
);
