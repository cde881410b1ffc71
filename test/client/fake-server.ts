import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach } from "vitest";
import { createClient } from "../../src/client/index.ts";
import type { Holdfast } from "../../src/index.ts";

export interface Received {
	method: string;
	/** Path and query. */
	url: string;
	headers: IncomingMessage["headers"];
	body: string;
}

export type Answerer = (response: ServerResponse, request: Received, count: number) => void | Promise<void>;

export const json = (response: ServerResponse, status: number, value: unknown, headers = {}): void => {
	response.writeHead(status, { "content-type": "application/json", ...headers });
	response.end(JSON.stringify(value));
};

/** Servers of the surrounding file that answer as a test says; each ends with its test. */
export function fakeServers() {
	const cleaning: (() => Promise<void>)[] = [];
	afterEach(async () => {
		for (const clean of cleaning.splice(0).reverse()) await clean();
	});
	return {
		async start(answer: Answerer): Promise<{ url: string; received: Received[] }> {
			const received: Received[] = [];
			const server = createServer(async (request, response) => {
				let body = "";
				for await (const chunk of request) body += chunk;
				const { method = "", url = "", headers } = request;
				received.push({ method, url, headers, body });
				await answer(response, received.at(-1) as Received, received.length);
			});
			await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
			cleaning.push(async () => {
				server.closeAllConnections();
				await new Promise((resolve) => server.close(resolve));
			});
			return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received };
		},
		client(url: string, options: Partial<Parameters<typeof createClient>[0]> = {}): Holdfast {
			const hf = createClient({ url, retry: { firstDelayMs: 1, maxDelayMs: 5 }, ...options });
			cleaning.push(() => hf.close());
			return hf;
		},
	};
}
