import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { type ClientRequest, type IncomingMessage, request } from "node:http";
import { join } from "node:path";
import { Pool } from "undici";
import { type ServerChild, startServer } from "../children/http-server.ts";
import { alternate, atLeast, elapsed, forInformation, median, perSecond, type Row } from "../measure.ts";
import { inFolder, message } from "../stores.ts";

const CONNECTIONS = 32;
const REQUESTS = 3_200;
const PAIRS = 15;
const FOLLOWERS = 1_000;
const EVENTS = 50;
const ADMIN = randomBytes(24).toString("hex");
const EVENTS_PATH = "/v1/sessions/events?agent=bench&session=";

const headers = { "content-type": "application/json", authorization: `Bearer ${ADMIN}` };

/** Both servers, each in a process of its own. */
async function withServers(run: (ours: ServerChild, raw: ServerChild) => Promise<Row[]>): Promise<Row[]> {
	return inFolder(async (dir) => {
		const ours = await startServer("http-ours.ts", [join(dir, "ours.db"), ADMIN]);
		const raw = await startServer("http-echo.ts", []);
		try {
			return await run(ours, raw);
		} finally {
			await Promise.all([ours.end(), raw.end()]);
		}
	});
}

/** So many requests over as many connections, each waiting for its answer before the next. */
async function post(pool: Pool, path: (i: number) => string, body: string, count: number): Promise<void> {
	let next = 0;
	const one = async (): Promise<void> => {
		while (next < count) {
			const i = next++;
			const answer = await pool.request({ method: "POST", path: path(i), headers, body });
			await answer.body.dump();
			if (answer.statusCode >= 300) throw new Error(`answered ${answer.statusCode}`);
		}
	};
	await Promise.all(Array.from({ length: CONNECTIONS }, one));
}

/**
 * Appends at 32 connections, each with a conversation of its own, against a server that only says back what it was told;
 * then spread over many conversations, which costs the file more pages.
 */
export async function httpAppend(): Promise<Row[]> {
	return [...(await appendTo(CONNECTIONS, 0.4)), ...(await appendTo(1_000, undefined))];
}

const appendTo = (sessions: number, floor: number | undefined): Promise<Row[]> =>
	withServers(async (ours, raw) => {
		const pools = [ours, raw].map(({ url }) => new Pool(url, { connections: CONNECTIONS, pipelining: 1 }));
		const [mine, theirs] = pools as [Pool, Pool];
		const body = JSON.stringify(message("bench"));
		const path = (i: number): string => `${EVENTS_PATH}s${i % sessions}`;
		const append = (): Promise<void> => post(mine, path, body, REQUESTS);
		const echo = (): Promise<void> => post(theirs, () => "/", body, REQUESTS);
		for (let i = 0; i < 3; i++) await Promise.all([append(), echo()]);
		const { oursMs, rawMs, rawOverOurs } = await alternate(PAIRS, append, echo);
		await Promise.all(pools.map((pool) => pool.close()));
		const row = [
			`append over HTTP, ${CONNECTIONS} connections, ${sessions.toLocaleString("en")} sessions, SQLite normal`,
			perSecond(REQUESTS, oursMs),
			`${perSecond(REQUESTS, rawMs)}: echo`,
			rawOverOurs,
		] as const;
		return [floor === undefined ? forInformation(...row) : atLeast(...row, floor)];
	});

/** One that listens, and counts what it gets. */
async function listen(url: string, onEvent: () => void): Promise<ClientRequest> {
	const asked = request(url, { headers: { authorization: headers.authorization }, agent: false });
	asked.on("error", () => {});
	asked.end();
	const [answer] = (await once(asked, "response")) as [IncomingMessage];
	let rest = "";
	answer.setEncoding("utf8");
	answer.on("error", () => {});
	answer.on("data", (chunk: string) => {
		rest += chunk;
		for (let at = rest.indexOf("\n\n"); at >= 0; at = rest.indexOf("\n\n")) {
			if (rest.slice(0, at).includes("data:")) onEvent();
			rest = rest.slice(at + 2);
		}
	});
	return asked;
}

async function fanOut(server: ServerChild, listenTo: string, tellTo: string) {
	const before = await server.memory();
	let heard = 0;
	let done: (() => void) | undefined;
	const followers: ClientRequest[] = [];
	for (let i = 0; i < FOLLOWERS; i++)
		followers.push(
			await listen(server.url + listenTo, () => {
				heard += 1;
				if (heard % FOLLOWERS === 0) done?.();
			}),
		);
	const after = await server.memory();
	const pool = new Pool(server.url, { connections: 1 });
	const tell = async (): Promise<void> => {
		const all = new Promise<void>((resolve) => {
			done = resolve;
		});
		const body = JSON.stringify(message("bench"));
		const answer = await pool.request({ method: "POST", path: tellTo, headers, body });
		await answer.body.dump();
		await all;
	};
	for (let i = 0; i < 5; i++) await tell();
	const times: number[] = [];
	for (let i = 0; i < EVENTS; i++) times.push(await elapsed(tell));
	await pool.destroy();
	for (const follower of followers) follower.destroy();
	const each = (a: number, b: number): number => (b - a) / FOLLOWERS;
	return { ms: median(times), held: each(before.held, after.held), rss: each(before.rss, after.rss) };
}

const kilobytes = (bytes: number): string => `${(bytes / 1024).toFixed(1)} KiB`;

/** One event to 1,000 followers, and what a follower costs that waits. */
export const httpFanOut = (): Promise<Row[]> =>
	withServers(async (ours, raw) => {
		const theirs = await fanOut(raw, "/listen", "/tell");
		const session = "followed";
		const mine = await fanOut(
			ours,
			`/v1/sessions/events/stream?agent=bench&session=${session}`,
			EVENTS_PATH + session,
		);
		const followers = FOLLOWERS.toLocaleString("en");
		const shown = ({ ms }: typeof mine): string =>
			`${ms.toFixed(1)} ms, ${perSecond(FOLLOWERS, ms)} delivered`;
		return [
			forInformation(
				`one event to ${followers} SSE followers`,
				shown(mine),
				`${shown(theirs)}: bare node:http`,
				theirs.ms / mine.ms,
			),
			forInformation(
				"memory of an idle follower, heap and buffers",
				kilobytes(mine.held),
				`${kilobytes(theirs.held)}: bare node:http`,
				mine.held / theirs.held,
			),
			forInformation(
				"… resident, with its socket",
				kilobytes(mine.rss),
				kilobytes(theirs.rss),
				mine.rss / theirs.rss,
			),
		];
	});
