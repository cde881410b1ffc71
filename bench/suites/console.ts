import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createClient } from "holdfast/client";
import type { BrowserContext, Page } from "playwright-core";
import { closeBrowser, openWindow } from "../../test/console/browser.ts";
import { type ServerChild, startServer } from "../children/http-server.ts";
import { alternate, atMost, elapsed, forInformation, median, percentile, type Row } from "../measure.ts";
import { fill, inFolder, message, openOurs } from "../stores.ts";

/*
 * The console in a real browser, against a server in a process of its own. The browser, the server and the one who
 * measures share the machine: absolute figures are higher than on a desk.
 */

const ADMIN = randomBytes(24).toString("hex");
const SHORT = 100;
const LONG = 100_000;
const PAIRS = 9;
const LIVE_PER_SECOND = 60;
const LIVE_SECONDS = 10;

const addressOf = (session: string): string => `/session?agent=bench&session=${session}`;

async function withServer(run: (server: ServerChild) => Promise<Row[]>): Promise<Row[]> {
	return inFolder(async (dir) => {
		const file = join(dir, "holdfast.db");
		const hf = await openOurs(file, "normal");
		await fill(hf, "short", SHORT);
		await fill(hf, "long", LONG);
		await hf.close();
		const server = await startServer("http-ours.ts", [file, ADMIN]);
		try {
			return await run(server);
		} finally {
			await closeBrowser();
			await server.end();
		}
	});
}

/** A window of its own, logged in. */
async function openPage(): Promise<{ page: Page; context: BrowserContext }> {
	const { page, context } = await openWindow();
	await context.addInitScript(`sessionStorage.setItem("holdfast.credential", ${JSON.stringify(ADMIN)})`);
	return { page, context };
}

const newest = (page: Page) => page.getByRole("region", { name: "Log" }).getByRole("listitem").last();

/** Until the newest event is there and something that is pressed answers. */
async function untilUsable(page: Page, url: string): Promise<void> {
	await page.goto(url);
	const row = newest(page);
	await row.getByText("JSON").click();
	await row.getByText('"offset"').waitFor();
}

/** How much JavaScript has come when the first page is there. */
async function firstLoad(url: string): Promise<{ scripts: number; all: number }> {
	const { page, context } = await openPage();
	const asked: Promise<{ type: string; bytes: number }>[] = [];
	page.on("requestfinished", (request) => {
		const size = async () => ({
			type: request.resourceType(),
			bytes: (await request.sizes()).responseBodySize,
		});
		if (!request.url().includes("/v1/")) asked.push(size());
	});
	await page.goto(url);
	await page.getByRole("region", { name: "Recent sessions" }).getByText("bench").first().waitFor();
	const sizes = await Promise.all(asked);
	await context.close();
	const sum = (of: typeof sizes): number => of.reduce((total, { bytes }) => total + bytes, 0);
	return { scripts: sum(sizes.filter(({ type }) => type === "script")), all: sum(sizes) };
}

const kB = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`;
const LIMIT = 250_000;

/** The first load, and how long a session takes to be usable with 100,000 events beside 100. */
export async function consoleOpen(): Promise<Row[]> {
	return withServer(async ({ url }) => {
		const { scripts, all } = await firstLoad(url);
		const open = async (session: string): Promise<number> => {
			const { page, context } = await openPage();
			const ms = await elapsed(() => untilUsable(page, url + addressOf(session)));
			await context.close();
			return ms;
		};
		for (const session of ["short", "long"]) await open(session);
		const { oursMs, rawMs, rawOverOurs } = await alternate(
			PAIRS,
			() => open("long"),
			() => open("short"),
		);
		return [
			atMost(
				"first load of the console: JavaScript, gzipped; raw: the limit of 250 kB",
				kB(scripts),
				kB(LIMIT),
				scripts / LIMIT,
				1,
			),
			forInformation("… with styles and pictures", kB(all), kB(LIMIT), all / LIMIT),
			atMost(
				"a session page can be used, 100,000 events; raw: 100 events",
				`${oursMs.toFixed(0)} ms`,
				`${rawMs.toFixed(0)} ms`,
				1 / rawOverOurs,
				1.5,
			),
		];
	});
}

/** In the page: when which live event was first in sight, and how far frames are apart. */
const WATCH = `
	window.__seen = []; window.__gaps = []; let before = performance.now(), highest = -1;
	const log = document.querySelector('section[aria-label="Log"]');
	const look = (now) => {
		window.__gaps.push(now - before); before = now;
		for (const [, n] of log.textContent.matchAll(/live-(\\d+)/g))
			if (Number(n) > highest) { highest = Number(n); window.__seen.push([highest, Date.now()]); }
		if (!window.__stop) requestAnimationFrame(look);
	};
	requestAnimationFrame(look);
`;

/** A press that the page must answer: a dialog opens, and closes again. */
async function press(page: Page): Promise<number> {
	const ms = await elapsed(async () => {
		await page.getByRole("button", { name: "Take over" }).click();
		await page.getByRole("dialog").waitFor();
	});
	await page.keyboard.press("Escape");
	await page.getByRole("dialog").waitFor({ state: "detached" });
	return ms;
}

/** The log of 100,000 events while 60 a second come in: how late they are seen, and how the page answers meanwhile. */
export async function consoleLive(): Promise<Row[]> {
	return withServer(async ({ url }) => {
		const { page, context } = await openPage();
		await untilUsable(page, url + addressOf("long"));
		const idle: number[] = [];
		for (let i = 0; i < 9; i++) idle.push(await press(page));
		await page.evaluate(WATCH);
		const hf = createClient({ url, apiKey: ADMIN });
		const session = hf.session({ agentId: "bench", sessionId: "long" });
		const sentAt: number[] = [];
		const count = LIVE_PER_SECOND * LIVE_SECONDS;
		const began = Date.now();
		const append = async (): Promise<void> => {
			for (let i = 0; i < count; i++) {
				const due = began + (i * 1000) / LIVE_PER_SECOND - Date.now();
				if (due > 0) await sleep(due);
				sentAt.push(Date.now());
				await session.append(message(`live-${i}`));
			}
		};
		const busy: number[] = [];
		let appending = true;
		const pressing = async (): Promise<void> => {
			while (appending) busy.push(await press(page));
		};
		await Promise.all([
			append().finally(() => {
				appending = false;
			}),
			pressing(),
		]);
		await newest(page)
			.getByText(`live-${count - 1}`)
			.waitFor();
		const { seen, gaps } = (await page.evaluate(
			"window.__stop = true, { seen: window.__seen, gaps: window.__gaps }",
		)) as {
			seen: [number, number][];
			gaps: number[];
		};
		await hf.close();
		await context.close();
		const rate = (count / (Date.now() - began)) * 1000;
		const late = seen.map(([n, at]) => at - (sentAt[n] ?? at));
		const ms = (value: number): string => `${value.toFixed(0)} ms`;
		const two = (of: readonly number[]): string => `p50 ${ms(median(of))}, p95 ${ms(percentile(of, 0.95))}`;
		return [
			forInformation(
				`a live event is in sight, ${rate.toFixed(0)}/s into 100,000 events`,
				two(late),
				"–",
				Number.NaN,
			),
			forInformation("… frames of the page", two(gaps), "16.7 ms", median(gaps) / 16.7),
			forInformation(
				"… a press is answered; raw: without live events",
				two(busy),
				two(idle),
				median(busy) / median(idle),
			),
		];
	});
}
