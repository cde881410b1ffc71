import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import type { Event } from "../../src/index.ts";
import { readBody, startServer } from "../tools/start-server.ts";

/** A request that came in, with its place in the order. */
export interface Received {
	path: string;
	headers: IncomingHttpHeaders;
	/** As it came. */
	text: string;
	event: Event;
	/** What it was answered with. */
	status: number;
}

/** What to answer: a status, or whatever the function does with the response. */
export type Answer = (
	received: Omit<Received, "status">,
	response: ServerResponse,
) => number | Promise<number>;

export interface Receiver {
	url: string;
	readonly received: Received[];
	/** Those that were answered with 2xx. */
	taken(path?: string): Received[];
	/** From now on. */
	answerWith(answer: Answer): void;
	/** Resolves when it holds; looks after each request. */
	until(holds: (received: readonly Received[]) => boolean): Promise<void>;
}

/** A real receiver of webhooks; it is ended with the test. */
export async function startReceiver(first: Answer = () => 204): Promise<Receiver> {
	let answer = first;
	const received: Received[] = [];
	const waiting = new Set<() => void>();
	const { url } = await startServer(async (request, response) => {
		const text = await readBody(request);
		const came = {
			path: request.url ?? "",
			headers: request.headers,
			text,
			event: JSON.parse(text) as Event,
		};
		const status = await answer(came, response);
		received.push({ ...came, status });
		if (!response.headersSent && !response.destroyed) response.writeHead(status).end();
		for (const look of [...waiting]) look();
	});
	return {
		url,
		received,
		taken: (path) =>
			received.filter(
				(one) => one.status >= 200 && one.status < 300 && (path === undefined || one.path === path),
			),
		answerWith: (next) => {
			answer = next;
		},
		until: (holds) =>
			new Promise((resolve) => {
				const look = (): void => {
					if (!holds(received)) return;
					waiting.delete(look);
					resolve();
				};
				waiting.add(look);
				look();
			}),
	};
}

export const offsetsOf = (received: readonly Received[]): number[] =>
	received.map(({ event }) => event.offset);
