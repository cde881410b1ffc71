import type { Page, Request, Response } from "playwright-core";

/*
 * Goes through pages of the console as somebody who clicks through its menu would, and writes down what the server answered.
 */

export interface Heard {
	/** As in `GET /v1/sessions`. */
	request: string;
	status: number;
	/** Undefined of streams, which do not end. */
	body: Promise<string | undefined>;
}

export interface Tour {
	/** What the server has answered since the last call. */
	heard(): Heard[];
	/** Goes there, and waits until all is shown that is asked for. */
	visit(address: string): Promise<void>;
	/** Waits until all is shown that the page has asked for. */
	settle(): Promise<void>;
}

const isStream = (request: Request): boolean =>
	/\/(follow|stream)\b/.test(new URL(request.url()).pathname) ||
	(request.headers().accept ?? "").includes("event-stream");

const isApi = (request: Request): boolean => new URL(request.url()).pathname.startsWith("/v1/");

/** Of a page that is logged in already. */
export function startTour(page: Page): Tour {
	const open = new Set<Request>();
	let answers: Heard[] = [];
	page.on("request", (request) => {
		if (!isStream(request)) open.add(request);
	});
	const over = (request: Request): boolean => open.delete(request);
	page.on("requestfinished", over);
	page.on("requestfailed", over);
	page.on("response", (response: Response) => {
		const request = response.request();
		if (!isApi(request)) return;
		const body = isStream(request) ? Promise.resolve(undefined) : response.text().catch(() => undefined);
		const { pathname, search } = new URL(request.url());
		answers.push({ request: `${request.method()} ${pathname}${search}`, status: response.status(), body });
	});
	const twoFrames = (): Promise<void> =>
		page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");
	const isShown = async (): Promise<boolean> => {
		await twoFrames();
		if (open.size > 0) return false;
		const waits = await page.evaluate(
			"!document.querySelector('h1') || !!document.querySelector('.starting') || /Loading…/.test(document.body.textContent)",
		);
		await twoFrames();
		return waits === false && open.size === 0;
	};
	const settle = async (): Promise<void> => {
		const deadline = Date.now() + 20_000;
		while (!(await isShown()))
			if (Date.now() > deadline) throw new Error(`${page.url()} is never shown whole`);
		if ((await page.locator("h1").textContent()) === "This page failed to load")
			throw new Error(`${page.url()} has failed: ${await page.locator("main").textContent()}`);
	};
	return {
		settle,
		heard() {
			const told = answers;
			answers = [];
			return told;
		},
		async visit(address) {
			await page.evaluate(`history.pushState(null, "", ${JSON.stringify(address)})`);
			await settle();
		},
	};
}
