import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { createClient } from "../../src/client/index.ts";
import { NO_BROWSER, openWindow } from "./browser.ts";
import { enter } from "./enter.ts";
import { ADMIN_KEY } from "./open-console.ts";
import { startTour, type Tour } from "./tour.ts";
import { openSeededWorld, type World } from "./world.ts";

const query = (path: string, values: Record<string, string>): string =>
	`${path}?${new URLSearchParams(values).toString()}`;

/** Words of the shop that nobody else uses. */
const SECRETS =
	/Lisbon|vegetarian|Lovelace|Navy|Le Guin|zendesk-4711|ada-order|ada-welcome|ada-manual|ada-slow|peanuts|grace-books|grace-tips/;
/** What only the other user said, is or has. */
const OF_GRACE = /grace|Hopper|Navy|Le Guin/i;

/** Buttons that only show something else. */
const HARMLESS = [
	/^(Menu|Log out|Skip to content|Skip the log)$/,
	/^(Search|Find|Clear|Show|Load more|Close|Cancel|Copy)\b/,
	/^(Export|Download)\b/,
	// The ends of the slider through a session, and the spans of a run.
	/^(⇤ Start|Now ⇥)$/,
	/\d (ms|s)$/,
];

const isHarmless = (name: string): boolean => HARMLESS.some((pattern) => pattern.test(name));

/** Fields that choose what is shown. */
const FILTERS = new RegExp(
	[
		/^(Agent|User|User id|Session|Status|Mode|Sort by|Search|Owner|Metadata|Event)$/,
		/^(facts|messages|Minimum score|Limit|Time)$/,
		/^(Without a user|Pinned only|Session id, user, external id or message text|State at event)$/,
	]
		.map(({ source }) => source)
		.join("|"),
);

/** The names of everything that can be pressed. */
const pressable = (page: Page): Promise<string[]> =>
	page.evaluate(
		"[...document.querySelectorAll('button:not([role=tab]), [role=button], [role=menuitem], input[type=submit]')].map((one) => (one.getAttribute('aria-label') ?? one.textContent).trim())",
	);

/** The labels of everything that can be filled in or switched, and of links to where agents are run. */
const changeable = (page: Page): Promise<string[]> =>
	page.evaluate(
		"[...document.querySelectorAll('main input, main textarea, main select, main [role=switch], main [contenteditable=true], a[href*=playground]')].map((one) => (one.getAttribute('aria-label') ?? one.labels?.[0]?.textContent ?? one.textContent).trim())",
	);

const text = (page: Page): Promise<string> =>
	page.evaluate("document.title + ' ' + document.body.textContent");

describe.skipIf(NO_BROWSER)(
	`IF5, SE7: the console shows each caller what is theirs, and no button that fails${NO_BROWSER ? ` (${NO_BROWSER})` : ""}`,
	() => {
		let world: World;
		let addresses: string[] = [];
		let ofGrace: string[] = [];
		let underWay: Promise<unknown> = Promise.resolve();
		const keys = new Map<string, string>([["root", ADMIN_KEY]]);

		beforeAll(async () => {
			world = await openSeededWorld();
			const { hf, url } = world;
			for (const scope of ["admin", "agent", "read"] as const)
				keys.set(scope, (await hf.keys.create({ scope, name: scope })).key);
			keys.set("user", (await hf.tokens.create({ userId: "ada" })).token);
			const acme = createClient({ url, apiKey: ADMIN_KEY, tenant: "acme" });
			keys.set("other tenant", (await acme.keys.create({ scope: "admin" })).key);
			await acme.close();
			// Work for people: a session that one has taken over, a fact to review, a run under way.
			await hf.sessions.open(
				{ agentId: "support", userId: "ada", sessionId: "ada-manual" },
				{ mode: "manual" },
			);
			const looked = hf.session({ agentId: "support", userId: "ada", sessionId: "ada-profile" });
			await looked.append([
				{ kind: "message", source: "user", data: { role: "user", content: "Can you look me up?" } },
				{ kind: "tool_call", source: "agent", data: { toolCallId: "c1", name: "crm", input: {} } },
				{
					kind: "tool_result",
					source: "tool",
					data: { toolCallId: "c1", name: "crm", output: "The customer is allergic to peanuts." },
				},
			]);
			await looked.end({ wait: true });
			const slow = { agentId: "support", userId: "ada", sessionId: "ada-slow" };
			underWay = hf.agents.stream({ ...slow, input: "Please wait." }).result;
			const running = await vi.waitUntil(
				async () => (await hf.runs.list({ status: ["running"] })).items[0]?.id,
				{ timeout: 20_000 },
			);
			const about = async (userId: string, sessionId: string): Promise<string[]> => {
				const run = (await hf.runs.list({ userId, limit: 1 })).items[0]?.id ?? "";
				const fact = (await hf.memory("support", { userId }).list({ limit: 1 })).items[0]?.id ?? "";
				return [
					query("/session", { agent: "support", user: userId, session: sessionId }),
					query("/run", { id: run }),
					query("/user", { id: userId }),
					query("/facts", { agent: "support", user: userId }),
					query("/fact", { agent: "support", user: userId, id: fact }),
					query("/playground", { agent: "support", user: userId, session: sessionId }),
				];
			};
			addresses = [
				"/",
				"/agents",
				"/agent?id=support",
				"/sessions",
				"/runs",
				"/users",
				"/facts",
				"/facts?agent=support",
				"/facts?agent=support&tab=review",
				"/facts?agent=support&tab=growth",
				"/facts?agent=support&q=Lisbon",
				"/sessions?q=order",
				"/users?metadata=crm%3AC-1001",
				...(await about("ada", "ada-order")),
				...["state", "about", "facts"].map((tab) =>
					query("/session", { agent: "support", user: "ada", session: "ada-order", tab, at: "1" }),
				),
				query("/session", { agent: "support", user: "ada", session: "ada-manual" }),
				query("/run", { id: running }),
				"/playground",
				"/settings",
				...["keys", "webhooks", "jobs", "retention", "server"].map((tab) => query("/settings", { tab })),
			];
			ofGrace = await about("grace", "grace-books");
		});
		afterAll(async () => {
			world.gate.open();
			await underWay;
			await world.close();
		});

		/** Logged in as one of them, at the start of a tour. */
		async function begin(who: string) {
			const { page, context, troubles } = await openWindow();
			await enter(page, world.url, "/settings?tab=retention", keys.get(who) ?? "");
			const tour = startTour(page);
			return { page, context, troubles, tour };
		}

		const refusals = (tour: Tour): string[] =>
			tour
				.heard()
				.filter(({ status }) => status === 401 || status === 403)
				.map(({ request, status }) => `${status} ${request}`);

		// The server's own key is refused nothing at all.
		test.each(["admin", "agent"])(
			"what pages ask for by themselves is allowed to a key of scope %s",
			async (who) => {
				const { page, context, troubles, tour } = await begin(who);
				const found: Record<string, string[]> = {};
				const deeds = new Set<string>();
				for (const address of addresses) {
					await tour.visit(address);
					for (const name of await pressable(page)) deeds.add(name);
					const refused = refusals(tour);
					if (refused.length > 0) found[address] = refused;
				}
				expect(found).toEqual({});
				// What a read-only key must not find below is there for others.
				expect([...deeds]).toEqual(expect.arrayContaining(["Hand back", "Cancel run", "Send"]));
				expect([...deeds].filter((name) => !isHarmless(name)).length).toBeGreaterThan(10);
				expect(troubles).toEqual([]);
				await context.close();
			},
		);

		test("a read-only key is refused nothing, because nothing that it could not do is there", async () => {
			const { page, context, troubles, tour } = await begin("read");
			const found: Record<string, string[]> = {};
			for (const address of addresses) {
				await tour.visit(address);
				const wrong = [
					...refusals(tour),
					...(await pressable(page)).filter((name) => !isHarmless(name)),
					...(await changeable(page)).filter((name) => !FILTERS.test(name)),
				];
				if (wrong.length > 0) found[address] = wrong;
			}
			expect(found).toEqual({});
			expect(await page.getByRole("tab").allTextContents()).toEqual(["Retention", "Server"]);
			expect(await page.getByRole("link", { name: "Playground" }).count()).toBe(0);
			expect(troubles).toEqual([]);
			await context.close();
		});

		test("a user's token sees what is theirs, and no word of another user, also at the other's addresses", async () => {
			const { page, context, troubles, tour } = await begin("user");
			const found: Record<string, string[]> = {};
			for (const address of [...addresses, ...ofGrace]) {
				await tour.visit(address);
				const heard = tour.heard();
				const bodies = await Promise.all(
					heard.filter(({ status }) => status < 300).map(async ({ request, body }) => [request, await body]),
				);
				const isTheirs = !ofGrace.includes(address);
				const said = (await text(page)).match(isTheirs ? OF_GRACE : /Hopper|Navy|Le Guin/)?.[0];
				const wrong = [
					...heard
						.filter(({ status }) => isTheirs && (status === 401 || status === 403))
						.map(({ request, status }) => `${status} ${request}`),
					...bodies
						.filter(([, body]) => OF_GRACE.test(body ?? ""))
						.map(([request]) => `answer of ${request}`),
					...(said === undefined ? [] : [`shows “${said}”`]),
				];
				if (wrong.length > 0) found[address] = wrong;
			}
			expect(found).toEqual({});
			await tour.visit("/sessions");
			await page.getByText("Where is my order?").waitFor();
			const menu = page.getByRole("navigation", { name: "Pages" }).getByRole("link");
			expect(await menu.allTextContents()).toEqual(["Home", "Sessions", "Facts", "Playground"]);
			expect(troubles).toEqual([]);
			await context.close();
		});

		test("a key of another tenant finds none of it, whatever is in the address", async () => {
			const { page, context, troubles, tour } = await begin("other tenant");
			const found: Record<string, string[]> = {};
			for (const address of addresses) {
				await tour.visit(address);
				const good = tour.heard().filter(({ status }) => status < 300);
				const bodies = await Promise.all(good.map(async ({ request, body }) => [request, await body]));
				// The page may name what was asked for: that is in its address.
				const named = new URLSearchParams(address.split("?")[1]).get("session");
				const shown = (await text(page)).replaceAll(named ?? "no session", "").match(SECRETS)?.[0];
				const wrong = [
					...bodies.filter(([, body]) => SECRETS.test(body ?? "")).map(([request]) => `answer of ${request}`),
					...(shown === undefined ? [] : [`shows “${shown}”`]),
				];
				if (wrong.length > 0) found[address] = wrong;
			}
			expect(found).toEqual({});
			expect(troubles).toEqual([]);
			await context.close();
		});

		test("what stands in an address does no harm: markup, endless words, turned directions, names of properties", async () => {
			const { page, context, troubles, tour } = await begin("root");
			const dialogs: string[] = [];
			page.on("dialog", async (dialog) => {
				dialogs.push(dialog.message());
				await dialog.dismiss();
			});
			const hostile = [
				`"><img src=x onerror=alert(1)><script>alert(2)</script>`,
				"endless".repeat(300),
				"\u202Egnp.exe\u2066 \u0000 \u200B",
				"__proto__",
				"../../v1/keys#?&",
			];
			const found: Record<string, unknown> = {};
			for (const id of hostile)
				for (const path of [
					"/agent",
					"/session",
					"/run",
					"/user",
					"/facts",
					"/fact",
					"/sessions",
					"/settings",
				]) {
					const address = query(path, { id, agent: id, user: id, session: id, tab: id, status: id, at: id });
					await tour.visit(address);
					const harm = await page.evaluate(
						"({ made: document.querySelectorAll('#root img[src=x], #root script').length, wide: document.documentElement.scrollWidth > window.innerWidth, h1: document.querySelectorAll('h1').length })",
					);
					if (JSON.stringify(harm) !== JSON.stringify({ made: 0, wide: false, h1: 1 })) found[address] = harm;
				}
			expect(found).toEqual({});
			expect(dialogs).toEqual([]);
			expect(troubles).toEqual([]);
			await context.close();
		});
	},
);
