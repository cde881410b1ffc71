import type { Server } from "node:http";
import { HoldfastError } from "../error/index.ts";
import type { House } from "../house.ts";
import type { App } from "./app.ts";

export interface ShutDownOptions {
	server: Server;
	app: App;
	house: House;
	drainMs: number;
}

/** How long responses that were written already may take to leave. */
const LAST_WORDS_MS = 1_000;

const after = (ms: number): { done: Promise<void>; stop(): void } => {
	let timer: NodeJS.Timeout | undefined;
	const done = new Promise<void>((resolve) => {
		timer = setTimeout(resolve, ms);
	});
	return { done, stop: () => clearTimeout(timer) };
};

/**
 *   open ──▶ draining: no new connections, followers end ──▶ requests and runs come to their end, for `drainMs`
 *        ──▶ what is left is cancelled ──▶ closed
 */
export async function shutDown({ server, app, house, drainMs }: ShutDownOptions): Promise<void> {
	app.drain();
	const closed = new Promise<void>((resolve) => {
		server.close(() => resolve());
	});
	const ending = new HoldfastError("unavailable", "the server is shutting down; try another one");
	for (const [exchange, prepared] of app.active) if (prepared?.follows) exchange.abort(ending);
	const limit = after(drainMs);
	await Promise.race([idle(app), limit.done]);
	// Runs that no request waits for have the rest of the time.
	const ended = house.close();
	await Promise.race([ended, limit.done]);
	limit.stop();
	for (const exchange of app.active.keys()) exchange.abort(ending);
	await Promise.allSettled([ended, house.close({ cancel: true })]);
	const last = after(LAST_WORDS_MS);
	await Promise.race([idle(app), last.done]);
	last.stop();
	server.closeIdleConnections();
	const leaving = after(LAST_WORDS_MS);
	await Promise.race([closed, leaving.done]);
	leaving.stop();
	server.closeAllConnections();
	await closed;
	app.close();
}

/** Resolves when no request is in progress. */
async function idle({ active }: App): Promise<void> {
	while (active.size > 0) {
		const tick = after(10);
		await tick.done;
	}
}
