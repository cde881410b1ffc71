import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TenantId } from "../../src/event/index.ts";
import type { Store } from "../../src/index.ts";
import { sqlite } from "../../src/store/sqlite/index.ts";
import { startReceiver } from "../webhooks/receiver.ts";
import { findBarriers, NO_BROWSER, openWindow, shoot } from "./browser.ts";
import { enter } from "./enter.ts";
import { shootAll } from "./shoot-all.ts";
import { openSeededWorld, type World } from "./world.ts";

const TENANT = "default" as TenantId;
describe.skipIf(NO_BROWSER)(`IF5: the settings of the console${NO_BROWSER ? ` (${NO_BROWSER})` : ""}`, () => {
	const folder = mkdtempSync(join(tmpdir(), "holdfast-settings-"));
	let store: Store;
	let world: World;
	beforeAll(async () => {
		store = sqlite(join(folder, "holdfast.db"));
		world = await openSeededWorld({
			store,
			network: { allow: ["127.0.0.1"] },
			retention: { agents: { briefly: 0 } },
		});
	});
	afterAll(async () => {
		await world.close();
		rmSync(folder, { recursive: true, force: true });
	});

	test("a key is made, shown once, good to log in with, and after it was revoked no more: also in a console that is open", async () => {
		const { page, context, troubles } = await openWindow();
		await enter(page, world.url, "/settings?tab=keys");
		await page.getByRole("button", { name: "Create key" }).click();
		await page.getByLabel("Name").fill("till <b>1</b>");
		await page
			.getByRole("group", { name: "Scope" })
			.getByRole("radio", { name: /^Admin/ })
			.check();
		await page.getByLabel("Expires").selectOption({ label: "In 30 days" });
		await shoot(page, "settings-new-key");
		expect(await findBarriers(page)).toEqual([]);
		await page.getByRole("dialog").getByRole("button", { name: "Create key" }).click();
		const key = await page.getByLabel("Key", { exact: true }).inputValue();
		expect(await findBarriers(page)).toEqual([]);
		await page.getByRole("button", { name: "Done" }).click();
		const row = page.getByRole("list", { name: "Keys" }).getByRole("listitem");
		await row.getByText("till <b>1</b>").waitFor();
		expect(await row.textContent()).toContain("admin");
		expect(await page.content()).not.toContain(key);
		await shootAll(page, "settings-keys");

		const other = await openWindow();
		await enter(other.page, world.url, "/agents", key);
		await other.page.getByRole("heading", { name: "Agents", level: 1 }).waitFor();
		await other.page.getByText("admin key").waitFor();

		await page.getByRole("button", { name: "Revoke till <b>1</b>" }).click();
		await page.getByRole("button", { name: "Revoke key" }).click();
		await page.getByText("No keys yet.").waitFor();
		// Whoever is still there is told why it does not go on, and comes back to the same place.
		await other.page.getByRole("link", { name: "Runs", exact: true }).click();
		await other.page.getByText("The key was revoked or has expired.").waitFor();
		await shoot(other.page, "login-revoked");
		await enter(other.page, world.url, "/runs");
		await other.page.getByRole("heading", { name: "Runs", level: 1 }).waitFor();
		expect([...troubles, ...other.troubles]).toEqual([]);
		await context.close();
		await other.context.close();
	});

	test("a token for a user is made by id, and lets in as that user", async () => {
		const { page, context } = await openWindow();
		await enter(page, world.url, "/settings?tab=keys");
		await page.getByLabel("User id").fill("ada");
		await page.getByRole("button", { name: "Create token" }).click();
		await page.getByRole("dialog").getByRole("button", { name: "Create token" }).click();
		const token = await page.getByLabel("Token", { exact: true }).inputValue();
		const other = await openWindow();
		await enter(other.page, world.url, "/", token);
		await other.page.getByText("user ada").waitFor();
		await other.context.close();
		await context.close();
	});

	test("a delivery that fails is seen with its reason, and goes through after Retry; an event that is refused for good can be skipped", async () => {
		const receiver = await startReceiver(() => 503);
		const order = world.hf.session({ agentId: "support", userId: "ada", sessionId: "ada-order" });
		await order.subscribe({ url: `${receiver.url}/hook` });
		await order.history.append({ role: "user", content: "Are you there?" });
		await receiver.until(({ length }) => length > 0);
		const { page, context, troubles } = await openWindow();
		await enter(page, world.url, "/settings?tab=webhooks");
		const row = page.getByRole("list", { name: "Deliveries" }).getByRole("listitem");
		await row.getByText("failing", { exact: true }).waitFor();
		await row.getByText("answered 503").waitFor();
		expect(await row.getByRole("link", { name: "ada-order" }).getAttribute("href")).toContain(
			"session=ada-order",
		);
		await page.getByRole("button", { name: "Show secret" }).click();
		expect(await page.getByLabel("Secret", { exact: true }).inputValue()).toBe(
			(await world.hf.webhooks.secret()).secret,
		);
		await page.getByRole("button", { name: "Hide secret" }).click();
		await shootAll(page, "settings-webhooks");

		receiver.answerWith(() => 204);
		await row.getByRole("button", { name: "Retry" }).click();
		await row.getByText("up to date").waitFor();
		expect(receiver.taken()).not.toEqual([]);

		receiver.answerWith(() => 410);
		await order.history.append({ role: "user", content: "Never taken." });
		await row.getByText("dead letter", { exact: true }).waitFor();
		await page.getByLabel("Show").selectOption("dead");
		expect(new URL(page.url()).searchParams.get("status")).toBe("dead");
		const before = receiver.taken().length;
		receiver.answerWith(() => 204);
		await row.getByRole("button", { name: "Skip failed event" }).click();
		await page.getByRole("button", { name: "Skip event" }).click();
		await page.getByText("No dead letters.").waitFor();
		await page.getByLabel("Show").selectOption("active");
		await row.getByText("up to date").waitFor();
		expect(receiver.taken()).toHaveLength(before);

		const { secret } = await world.hf.webhooks.secret();
		await page.getByRole("button", { name: "Rotate secret" }).click();
		await page.getByRole("dialog").getByRole("button", { name: "Rotate secret", exact: true }).click();
		await expect.poll(async () => page.getByLabel("Secret", { exact: true }).inputValue()).not.toBe(secret);
		expect(troubles).toEqual([]);
		await context.close();
	});

	test("subscriptions are added for an agent with filters, seen, and removed; a session's page shows its own URLs", async () => {
		const receiver = await startReceiver();
		const { page, context, troubles } = await openWindow();
		await enter(page, world.url, "/settings?tab=webhooks");
		await page.getByText("No subscriptions yet.").waitFor();
		await page.getByRole("button", { name: "Add subscription" }).click();
		const dialog = page.getByRole("dialog");
		await dialog.getByLabel("URL").fill(`${receiver.url}/agent`);
		await dialog.getByLabel("Agent").fill("support");
		await dialog.getByLabel("Events").fill("massage");
		await dialog.getByRole("button", { name: "Add subscription" }).click();
		await dialog.getByText("is not a kind of event").waitFor();
		await dialog.getByLabel("Events").fill("message, mode:manual");
		await dialog.getByRole("button", { name: "Add subscription" }).click();
		const row = page.getByRole("list", { name: "Subscriptions" }).getByRole("listitem");
		await row.getByText("mode:manual").waitFor();
		await shootAll(page, "settings-subscriptions");
		expect((await world.hf.webhooks.subscriptions()).items).toMatchObject([
			{ url: `${receiver.url}/agent`, agentId: "support", events: ["message", "mode:manual"] },
		]);
		const session = world.hf.session({ agentId: "support", userId: "ada", sessionId: "ada-order" });
		await session.history.append({ role: "user", content: "Who hears of this?" });
		await receiver.until(() => receiver.taken("/agent").length > 0);
		await row.getByRole("button", { name: "Remove" }).click();
		await page.getByRole("dialog").getByRole("button", { name: "Remove subscription" }).click();
		await page.getByText("No subscriptions yet.").waitFor();
		expect((await world.hf.webhooks.subscriptions()).items).toEqual([]);

		const url = `${receiver.url}/own`;
		await session.subscribe({ url, events: ["status:failed"] });
		await enter(page, world.url, "/session?agent=support&user=ada&session=ada-order");
		await page.getByRole("tab", { name: "Metadata" }).click();
		const own = page.getByRole("list", { name: "Webhooks" }).getByRole("listitem").filter({ hasText: url });
		await own.getByText("status:failed").waitFor();
		await own.getByRole("button", { name: "Remove" }).click();
		await page.getByRole("dialog").getByRole("button", { name: "Remove subscription" }).click();
		await own.waitFor({ state: "detached" });
		expect((await session.subscriptions()).map((one) => one.url)).not.toContain(url);
		expect(troubles).toEqual([]);
		await context.close();
	});

	test("retention is told, for all agents and for one, and what is too old is removed on the spot", async () => {
		const brief = world.hf.session({ agentId: "briefly", sessionId: "gone-soon" });
		await brief.history.append({ role: "user", content: "Nobody needs this for long." });
		await brief.end({ wait: true });
		const { page, context, troubles } = await openWindow();
		await enter(page, world.url, "/settings?tab=retention");
		await page.getByText("90 days").waitFor();
		await page.getByText("0 days", { exact: true }).waitFor();
		await shootAll(page, "settings-retention");
		await page.getByRole("button", { name: "Sweep now" }).click();
		await page.getByRole("button", { name: "Delete events", exact: true }).click();
		await page.getByText("2 events of 1 session deleted.").waitFor();
		expect(await brief.events()).toEqual([]);
		expect(troubles).toEqual([]);
		await context.close();
	});

	test("work that was given up is seen with its reason; it is tried again, or dropped", async () => {
		const at = Date.now();
		// A sweep that was given up, and one of a sort that nobody does any more.
		for (const [id, kind] of [
			["lost-sweep", "sweep"],
			["lost-other", "of-old"],
		] as const) {
			await store.work.enqueue({
				tenant: TENANT,
				job: { id, kind, payload: {}, dueAt: at + 3_600_000 },
				at,
			});
			await store.work.settle({
				tenant: TENANT,
				id,
				attempt: undefined,
				outcome: { dead: { error: `the <i>disk</i> is full (${id})` } },
			});
		}
		const { page, context, troubles } = await openWindow();
		await enter(page, world.url, "/settings?tab=jobs&status=dead");
		const rows = page.getByRole("list", { name: "Jobs" }).getByRole("listitem");
		const sweep = rows.filter({ hasText: "lost-sweep" });
		const other = rows.filter({ hasText: "lost-other" });
		await sweep.getByText("the <i>disk</i> is full").waitFor();
		await shootAll(page, "settings-jobs");
		await sweep.getByRole("button", { name: "Retry" }).click();
		await sweep.waitFor({ state: "detached" });
		await other.getByRole("button", { name: "Drop" }).click();
		await page.getByRole("button", { name: "Drop job" }).click();
		await page.getByText("No dead letters.").waitFor();
		const kept = await store.work.jobs({ tenant: TENANT, limit: 100 });
		expect(kept.map(({ id }) => id)).not.toContain("lost-other");
		expect(kept.find(({ id }) => id === "lost-sweep")?.status).not.toBe("dead");
		expect(troubles).toEqual([]);
		await context.close();
	});

	test("the server tells what it is, examines itself, makes vectors anew, and erases an agent's data with a receipt", async () => {
		const { page, context, troubles } = await openWindow();
		await enter(page, world.url, "/settings?tab=server");
		await page.getByText("the server's own key: full access to every tenant").waitFor();
		await page.getByRole("list", { name: "Findings" }).getByText("embedder", { exact: true }).waitFor();
		await shootAll(page, "settings-server");
		await page.getByRole("button", { name: "Run checks again" }).click();
		await page.getByRole("button", { name: "Re-embed" }).click();
		await page.getByRole("dialog").getByRole("button", { name: "Re-embed" }).click();
		await page.getByText(/facts re-embedded/).waitFor();
		await page.getByRole("button", { name: "Compact" }).click();
		await page.getByRole("dialog").getByRole("button", { name: "Compact" }).click();
		await page.getByText("Store compacted.").waitFor();

		await page.getByRole("button", { name: "Erase agent data" }).click();
		const dialog = page.getByRole("dialog");
		await dialog.getByLabel("Agent", { exact: true }).selectOption("concierge");
		const erase = dialog.getByRole("button", { name: "Erase data" });
		await dialog.getByLabel("Type the agent's id to confirm").fill("support");
		expect(await erase.isDisabled()).toBe(true);
		await dialog.getByLabel("Type the agent's id to confirm").fill("concierge");
		expect(await findBarriers(page)).toEqual([]);
		await shoot(page, "settings-erase");
		await erase.click();
		await dialog.getByText("A scan after the deletion found nothing left.").waitFor();
		await shoot(page, "settings-erased");
		await dialog.getByRole("button", { name: "Close" }).click();
		expect((await world.hf.sessions.list({ agentId: "concierge" })).items).toEqual([]);
		expect(troubles).toEqual([]);
		await context.close();
	});

	test("tabs are in the address, and the keyboard goes through them", async () => {
		const { page, context } = await openWindow();
		await enter(page, world.url, "/settings");
		await page.getByRole("tab", { name: "Keys" }).focus();
		await page.keyboard.press("ArrowLeft");
		await page.getByRole("tab", { name: "Server", selected: true }).waitFor();
		expect(new URL(page.url()).searchParams.get("tab")).toBe("server");
		await page.reload();
		await page.getByRole("tab", { name: "Server", selected: true }).waitFor();
		await page.goBack();
		await page.getByRole("tab", { name: "Keys", selected: true }).waitFor();
		await context.close();
	});
});
