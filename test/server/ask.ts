import { request } from "node:http";
import { json } from "node:stream/consumers";
import { type HoldfastServer, type ServeOptions, serve } from "../../src/server/index.ts";

export const ADMIN = "a-key-for-tests-only-0123456789";

export interface Asked {
	status: number;
	headers: Readonly<Record<string, string | string[] | undefined>>;
	// biome-ignore lint/suspicious/noExplicitAny: what is in it is what the test asks
	body: any;
}

export interface AskOptions {
	method?: string;
	/** Undefined: none. */
	key?: string | undefined;
	headers?: Record<string, string>;
	/** Sent as JSON; text as it is. */
	body?: unknown;
}

/** A request that may say anything, also what `fetch` would not. */
export function ask({ port }: HoldfastServer, path: string, options: AskOptions = {}): Promise<Asked> {
	const { method = "GET", key, body } = options;
	const text = body === undefined || typeof body === "string" ? body : JSON.stringify(body);
	return new Promise((resolve, reject) => {
		const asked = request(
			{
				port,
				host: "127.0.0.1",
				path,
				method,
				agent: false,
				headers: {
					...(key !== undefined && { authorization: `Bearer ${key}` }),
					...(text !== undefined && {
						"content-type": "application/json",
						"content-length": Buffer.byteLength(text),
					}),
					...options.headers,
				},
			},
			async (answer) => {
				const type = answer.headers["content-type"] ?? "";
				const given = type.startsWith("application/json") ? await json(answer) : await textOf(answer);
				resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: given });
			},
		);
		asked.on("error", reject);
		asked.end(text);
	});
}

async function textOf(stream: AsyncIterable<Buffer>): Promise<string> {
	const parts: Buffer[] = [];
	for await (const part of stream) parts.push(part);
	return Buffer.concat(parts).toString();
}

/** A server of its own, closed at the end of the block. */
export const served = (options: ServeOptions = {}): Promise<HoldfastServer> =>
	serve({ port: 0, adminKey: ADMIN, drainMs: 100, ...options });
