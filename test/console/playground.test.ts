import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findBarriers, NO_BROWSER, openWindow, shoot } from "./browser.ts";
import { enter } from "./enter.ts";
import { openSeededWorld, type World } from "./world.ts";

describe.skipIf(NO_BROWSER)(`IF5: the playground${NO_BROWSER ? ` (${NO_BROWSER})` : ""}`, () => {
	let world: World;
	beforeAll(async () => {
		world = await openSeededWorld();
	});
	afterAll(() => world.close());

	test("an answer is streamed, and what memory does stands beside it before the first word", async () => {
		const { page, context, troubles } = await openWindow();
		await enter(page, world.url, "/playground?agent=support&user=ada");
		await page.getByLabel("Message", { exact: true }).fill("Please wait and tell me where I live.");
		await page.keyboard.press("Enter");
		const side = page.getByRole("region", { name: "Memory", exact: true });
		await side.getByText("lives in Lisbon").first().waitFor();
		const messages = page.getByRole("region", { name: "Messages" });
		expect(await messages.textContent()).not.toContain("Let me");
		world.gate.next();
		await messages.getByText("Let me", { exact: true }).waitFor();
		world.gate.next();
		await messages.getByText("Let me look that up").waitFor();
		await shoot(page, "playground-streaming-light-desk");
		world.gate.open();
		await messages.getByText("Here it is.").waitFor();
		await page.getByRole("button", { name: "Send" }).waitFor();
		expect(new URL(page.url()).searchParams.get("session")).toBeTruthy();
		expect(await findBarriers(page)).toEqual([]);
		expect(troubles).toEqual([]);
		await context.close();
	});

	test("a tool's call and result are shown; what is told is known in the next session", async () => {
		const { page, context, troubles } = await openWindow({ theme: "dark" });
		await enter(page, world.url, "/playground?agent=support&user=linus");
		const box = page.getByLabel("Message", { exact: true });
		const messages = page.getByRole("region", { name: "Messages" });
		await box.fill("Where is my order?");
		await page.getByRole("button", { name: "Send" }).click();
		await messages.getByText("arrives on Thursday").waitFor();
		await messages.getByText("order_status").click();
		await messages.getByText('"status": "shipped"').waitFor();
		await box.fill("My name is Linus and I live in Helsinki.");
		await page.keyboard.press("Enter");
		await messages.getByText("Noted.").waitFor();
		await page.getByRole("button", { name: "End session" }).click();
		await page.getByText("facts extracted.").waitFor();
		await page.getByRole("region", { name: "Known facts" }).getByText("Helsinki").waitFor();
		await box.fill("Where do I live?");
		await page.keyboard.press("Enter");
		await page.getByRole("region", { name: "Memory", exact: true }).getByText("Helsinki").first().waitFor();
		await messages.getByText("Noted.").waitFor();
		await shoot(page, "playground-dark-desk");
		expect(await findBarriers(page)).toEqual([]);
		expect(troubles).toEqual([]);
		await context.close();
	});

	test("whoever talks without a user id is told that the next session will not know them", async () => {
		const { page, context, troubles } = await openWindow();
		await enter(page, world.url, "/playground?agent=support");
		// Until somebody says otherwise one is somebody.
		expect(await page.getByLabel("User id").inputValue()).toBe("me");
		await page.getByLabel("User id").fill("");
		await page.getByText("Enter a user id").waitFor();
		await page.getByLabel("Message", { exact: true }).fill("My name is Linus and I live in Helsinki.");
		await page.keyboard.press("Enter");
		await page.getByRole("region", { name: "Messages" }).getByText("Noted.").waitFor();
		await page.getByRole("button", { name: "End session" }).click();
		await page.getByText("Only this session can use them.").waitFor();
		expect(troubles).toEqual([]);
		await context.close();
	});

	test("a session that is named goes on, with its end in sight, also on a phone", async () => {
		const { page, context, troubles } = await openWindow({ size: "phone" });
		await enter(page, world.url, "/playground?agent=support&user=ada&session=ada-order");
		await page
			.getByRole("list", { name: "Earlier in this session" })
			.getByText("Where is my order A-7?")
			.waitFor();
		await shoot(page, "playground-light-phone");
		await page.emulateMedia({ colorScheme: "dark" });
		await shoot(page, "playground-dark-phone");
		expect(await findBarriers(page)).toEqual([]);
		expect(troubles).toEqual([]);
		await context.close();
	});

	test("SE7: while a human has the conversation the agent stays silent, and the human's words come by themselves", async () => {
		const ref = { agentId: "support", userId: "ada", sessionId: "ada-handover" };
		await world.hf.session(ref).setMode("manual", "Marie");
		const { page, context } = await openWindow();
		await enter(page, world.url, "/playground?agent=support&user=ada&session=ada-handover");
		await page.getByLabel("Message", { exact: true }).fill("Is anybody there?");
		await page.keyboard.press("Enter");
		await page.getByText("This session is in manual mode.").waitFor();
		await world.hf.session(ref).postAsHuman({ content: "Yes, this is Marie.", displayName: "Marie" });
		await page.getByRole("region", { name: "Messages" }).getByText("Yes, this is Marie.").waitFor();
		await context.close();
	});

	test("ID7: a user's token talks as that user, and sees what is theirs", async () => {
		const { token } = await world.hf.tokens.create({ userId: "grace" });
		const { page, context, troubles } = await openWindow();
		await enter(page, world.url, "/playground", token);
		expect(await page.getByLabel("User id").count()).toBe(0);
		await page.getByLabel("Message", { exact: true }).fill("What is my favourite author?");
		await page.keyboard.press("Enter");
		await page.getByText("Noted.").waitFor();
		const { items } = await world.hf.sessions.list({ userId: "grace", order: "updated", limit: 1 });
		expect(items[0]?.sessionId).toBe(new URL(page.url()).searchParams.get("session"));
		expect(await page.getByRole("region", { name: "Memory", exact: true }).count()).toBe(0);
		expect(troubles).toEqual([]);
		await context.close();
	});
});
