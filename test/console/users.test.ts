import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findBarriers, NO_BROWSER, openWindow, shoot } from "./browser.ts";
import { enter } from "./enter.ts";
import { shootAll } from "./shoot-all.ts";
import { openSeededWorld, type World } from "./world.ts";

const HOSTILE = {
	id: "<img src=x onerror=alert(1)>/../?#&",
	name: "<script>alert(2)</script> \u202eשלום 🧑‍🚀",
};

describe.skipIf(NO_BROWSER)(`IF5: the users of the console${NO_BROWSER ? ` (${NO_BROWSER})` : ""}`, () => {
	let world: World;
	beforeAll(async () => {
		world = await openSeededWorld();
	});
	afterAll(() => world.close());

	test("lists those with a record, finds them by id and metadata, and shows hostile names as text", async () => {
		const { hf, url } = world;
		await hf.users.upsert(HOSTILE.id, { displayName: HOSTILE.name, metadata: { number: 42 } });
		for (let i = 0; i < 120; i++) await hf.users.upsert(`visitor-${String(i).padStart(3, "0")}`);
		const { page, context, troubles } = await openWindow();
		await enter(page, url, "/users");
		const list = page.getByRole("region", { name: "Users" });
		await list.getByText("Ada Lovelace").waitFor();
		await list.getByText(HOSTILE.name).waitFor();
		await shootAll(page, "users");

		// Of many only those in sight exist, and the last are there when they are scrolled to.
		await list.focus();
		await expect
			.poll(async () => {
				await page.keyboard.press("End");
				return list.getByText("visitor-119").first().isVisible();
			})
			.toBe(true);
		expect(await list.getByRole("listitem").count()).toBeLessThan(60);

		await page.getByLabel("Metadata").fill("number=42");
		await page.getByRole("button", { name: "Find" }).click();
		await expect.poll(() => list.getByRole("listitem").count()).toBe(1);
		await page.reload();
		await list.getByText(HOSTILE.name).waitFor();
		await list.getByRole("link").click();
		await page.getByRole("heading", { level: 1, name: HOSTILE.name }).waitFor();
		await page.getByText("No sessions yet.").waitFor();
		await shoot(page, "user-hostile");

		await page.goto(`${url}/users`);
		await page.getByLabel("User id").fill("nobody-knows");
		await page.keyboard.press("Enter");
		await page.getByRole("link", { name: "Show sessions and facts of this id." }).click();
		await page.getByText("no record yet").waitFor();
		expect(troubles).toEqual([]);
		await context.close();
	});

	test("edits variables and metadata key by key, refuses what is no JSON, and makes a record at the first change", async () => {
		const { hf, url } = world;
		const { page, context, troubles } = await openWindow();
		await enter(page, url, "/user?id=ada");
		await page.getByRole("heading", { level: 1, name: "Ada Lovelace" }).waitFor();
		await page.getByRole("img", { name: /2 sessions with/ }).waitFor();
		await page.getByRole("region", { name: "Sessions" }).getByText("Where is my order?").waitFor();
		await page
			.getByRole("region", { name: "Facts" })
			.getByText(/Lisbon/)
			.first()
			.waitFor();
		await shootAll(page, "user", { tall: { desk: 1_150, phone: 2_000 } });

		const variables = page.getByRole("region", { name: "Variables" });
		await variables.getByRole("button", { name: "Edit plan" }).click();
		await variables.getByLabel("Value").fill("platinum");
		await variables.getByRole("button", { name: "Save" }).click();
		await variables.getByText("platinum").waitFor();
		expect((await hf.users.get("ada")).variables).toEqual({ plan: "platinum" });

		await variables.getByRole("button", { name: "Add variable" }).click();
		await variables.getByLabel("Key").fill("address");
		await variables.getByLabel("Type").selectOption("JSON");
		await variables.getByLabel("Value").fill("{city: Porto}");
		await variables.getByRole("button", { name: "Add variable" }).click();
		await variables.getByText(/Not valid JSON .* For plain text, choose Text\./).waitFor();
		expect(await findBarriers(page)).toEqual([]);
		await shoot(page, "user-bad-json");
		expect((await hf.users.get("ada")).variables).toEqual({ plan: "platinum" });
		await variables.getByLabel("Value").fill('{"city": "Porto"}');
		await variables.getByRole("button", { name: "Add variable" }).click();
		await variables.getByRole("button", { name: "Remove address" }).waitFor();
		expect((await hf.users.get("ada")).variables).toEqual({ plan: "platinum", address: { city: "Porto" } });

		await variables.getByRole("button", { name: "Remove plan" }).click();
		await page.getByRole("button", { name: "Remove variable" }).click();
		await variables.getByText("platinum").waitFor({ state: "detached" });
		expect((await hf.users.get("ada")).variables).toEqual({ address: { city: "Porto" } });

		const metadata = page.getByRole("region", { name: "Metadata" });
		await metadata.getByRole("button", { name: "Edit crm" }).click();
		await metadata.getByLabel("Value").fill("C-2002");
		await metadata.getByRole("button", { name: "Save" }).click();
		await metadata.getByText("C-2002").waitFor();
		await metadata.getByRole("button", { name: "Remove crm" }).click();
		await page.getByRole("button", { name: "Remove entry" }).click();
		await metadata.getByText("No metadata yet.").waitFor();
		expect((await hf.users.get("ada")).metadata).toEqual({});

		await page.goto(`${url}/user?id=guest-7`);
		await page.getByText("no record yet").waitFor();
		await page.getByRole("button", { name: "Add entry" }).click();
		await metadata.getByLabel("Key").fill("crm");
		await metadata.getByLabel("Value").fill("C-7");
		await metadata.getByRole("button", { name: "Add entry" }).click();
		await page.getByText("no record yet").waitFor({ state: "detached" });
		expect((await hf.users.get("guest-7")).metadata).toEqual({ crm: "C-7" });
		expect(troubles).toEqual([]);
		await context.close();
	});

	test("makes a user, a token that logs in as them, and moves them to another id", async () => {
		const { hf, url } = world;
		const { page, context, troubles } = await openWindow();
		await enter(page, url, "/users");
		await page.getByRole("button", { name: "New user" }).click();
		await page.getByRole("dialog").getByLabel("User id").fill("ada");
		await page.getByRole("button", { name: "Create user" }).click();
		await page.getByText("A user with this id exists already.").waitFor();
		await page.getByRole("dialog").getByLabel("User id").fill("mary");
		await page.getByLabel("Display name").fill("Mary");
		await page.getByRole("button", { name: "Create user" }).click();
		await page.getByRole("heading", { level: 1, name: "Mary" }).waitFor();

		await page.getByRole("button", { name: "Create token" }).click();
		await page.getByLabel("Expires in").selectOption("1 hour");
		await page.getByRole("dialog").getByRole("button", { name: "Create token" }).click();
		const field = page.getByLabel("Token", { exact: true });
		const token = await field.inputValue();
		expect(await findBarriers(page)).toEqual([]);
		await shoot(page, "user-token");
		const other = await openWindow();
		await enter(other.page, url, "/", token);
		await other.page.getByText("user mary").waitFor();
		await other.context.close();
		await page.getByRole("button", { name: "Close" }).click();

		await page.getByRole("button", { name: "Move to another id" }).click();
		await page.getByLabel("New id", { exact: true }).fill("grace");
		await page.getByRole("button", { name: "Move user" }).click();
		await page.getByRole("alert").getByText("grace already has data.").waitFor();
		expect((await hf.users.get("mary")).displayName).toBe("Mary");
		await shoot(page, "user-move");
		await page.getByLabel("New id", { exact: true }).fill("mary-shelley");
		await page.getByRole("button", { name: "Move user" }).click();
		await page.getByText("mary-shelley").first().waitFor();
		expect((await hf.users.get("mary-shelley")).displayName).toBe("Mary");
		expect(troubles).toEqual([]);
		await context.close();
	});

	test("a key that only reads sees no button that changes anything", async () => {
		const { hf, url } = world;
		const { key } = await hf.keys.create({ scope: "read" });
		const { page, context, troubles } = await openWindow();
		await enter(page, url, "/user?id=grace", key);
		await page.getByRole("region", { name: "Variables" }).getByText("free").waitFor();
		await page.getByRole("region", { name: "Facts" }).getByText(/Navy/).first().waitFor();
		await expect(page.getByRole("main").getByRole("button").count()).resolves.toBe(0);
		await page.goto(`${url}/users`);
		await page.getByRole("region", { name: "Users" }).getByText("Ada Lovelace").waitFor();
		await expect(page.getByRole("button", { name: "New user" }).count()).resolves.toBe(0);
		expect(troubles).toEqual([]);
		await context.close();
	});

	test("deletes a user with everything, and shows the receipt", async () => {
		const { hf, url } = world;
		const { page, context, troubles } = await openWindow();
		const theirs = hf.memory("support", { userId: "grace", everybody: true });
		const factsOf = async () => (await theirs.list({ scope: "user" })).items;
		expect(await factsOf()).not.toEqual([]);
		await enter(page, url, "/user?id=grace");
		const opener = page.getByRole("button", { name: "Delete user" });
		await opener.click();
		const dialog = page.getByRole("dialog");
		await dialog.getByRole("heading", { name: "Delete this user and all their data?" }).waitFor();
		expect(await dialog.getByRole("button", { name: "Delete user" }).isDisabled()).toBe(true);
		await page.keyboard.press("Escape");
		await dialog.waitFor({ state: "detached" });
		await opener.and(page.locator(":focus")).waitFor();
		await opener.press("Enter");
		await dialog.getByRole("checkbox").check();
		await dialog.getByRole("button", { name: "Delete user" }).click();
		const receipt = dialog.getByRole("region", { name: "Receipt" });
		await receipt
			.getByText(/sessions/i)
			.first()
			.waitFor();
		expect(await findBarriers(page)).toEqual([]);
		await shoot(page, "user-deleted");
		await expect(hf.users.get("grace")).rejects.toMatchObject({ code: "not_found" });
		expect((await hf.sessions.list({ userId: "grace" })).items).toEqual([]);
		expect(await factsOf()).toEqual([]);
		await dialog.getByRole("button", { name: "Close" }).click();
		await page.getByRole("heading", { level: 1, name: "Users" }).waitFor();
		expect(troubles).toEqual([]);
		await context.close();
	});
});
