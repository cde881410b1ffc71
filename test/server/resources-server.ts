import { afterEach, expect } from "vitest";
import { z } from "zod";
import { defineAgent, memoryStore, type Store, tool } from "../../src/index.ts";
import { type HoldfastServer, type ServeOptions, serve } from "../../src/server/index.ts";
import { apiDocument } from "../../src/server/openapi/api-document.ts";
import { operations } from "../../src/server/resources/index.ts";
import { scriptedModel } from "../../src/testing/index.ts";

export const ADMIN_KEY = "the-key-of-whoever-runs-the-server";

export interface Reply {
	status: number;
	headers: Headers;
	text: string;
	// biome-ignore lint/suspicious/noExplicitAny: what came over the wire is looked at, not trusted.
	json: any;
}

export interface Ask {
	body?: unknown;
	/** A body as it is, of any sort. */
	raw?: string | Uint8Array;
	headers?: Record<string, string>;
	key?: string | undefined;
}

/** A server with two tenants and a key of each scope for each of them. */
export interface TestServer {
	readonly url: string;
	readonly store: Store;
	readonly server: HoldfastServer;
	ask(method: string, path: string, options?: Ask): Promise<Reply>;
	/** The key of a scope; default of tenant `acme`. */
	key(scope: "read" | "agent" | "admin", tenant?: string): Promise<string>;
	/** The token of a user of tenant `acme`. */
	token(userId: string, tenant?: string): Promise<string>;
}

const opened: HoldfastServer[] = [];

/** Agents that need no provider: one that echoes, one with a tool, one that fails. */
function agents() {
	const look = tool({
		name: "look",
		description: "Looks something up",
		input: z.object({ what: z.string() }),
		execute: async ({ what }) => ({ secret: `inside of ${what}` }),
	});
	return [
		defineAgent({ id: "echo", instructions: "Say it again.", model: scriptedModel(() => "heard") }),
		defineAgent({
			id: "looker",
			tools: [look],
			model: scriptedModel(({ prompt }) =>
				prompt.at(-1)?.role === "tool"
					? "found it"
					: { toolCalls: [{ name: "look", input: { what: "box" } }] },
			),
		}),
		defineAgent({
			id: "broken",
			model: scriptedModel(() => {
				throw new Error("the provider at 10.0.0.7 is away");
			}),
		}),
	];
}

const told = apiDocument(operations);

/** What goes well is answered as the API document says. */
function expectTold(method: string, path: string, status: number): void {
	const [asked = ""] = path.split("?");
	for (const [template, methods] of Object.entries(told.paths)) {
		if (!new RegExp(`^${template.replaceAll(/\{\w+\}/g, "[^/]+")}$`).test(asked)) continue;
		const operation = methods[method.toLowerCase()] as { responses: object } | undefined;
		if (operation) expect(Object.keys(operation.responses), `${method} ${asked}`).toContain(String(status));
		return;
	}
}

export async function startTestServer(options: Partial<ServeOptions> = {}): Promise<TestServer> {
	const store = options.store ?? memoryStore();
	const server = await serve({
		port: 0,
		adminKey: ADMIN_KEY,
		embedder: false,
		agents: agents(),
		drainMs: 1_000,
		...options,
		store,
	});
	opened.push(server);
	const ask = async (method: string, path: string, given: Ask = {}): Promise<Reply> => {
		const { body, raw, headers = {}, key = ADMIN_KEY } = given;
		const sent = raw ?? (body === undefined ? undefined : JSON.stringify(body));
		const response = await fetch(server.url + path, {
			method,
			headers: {
				...(key !== "" && { authorization: `Bearer ${key}` }),
				...(sent !== undefined && { "content-type": "application/json" }),
				...headers,
			},
			...(sent !== undefined && { body: sent as string }),
		});
		if (response.ok) expectTold(method, path, response.status);
		const text = await response.text();
		const isJson = response.headers.get("content-type")?.startsWith("application/json");
		return {
			status: response.status,
			headers: response.headers,
			text,
			json: isJson ? JSON.parse(text) : undefined,
		};
	};
	const keys = new Map<string, string>();
	const key: TestServer["key"] = async (scope, tenant = "acme") => {
		const name = `${tenant} ${scope}`;
		const known = keys.get(name);
		if (known !== undefined) return known;
		const made = await ask("POST", "/v1/keys", { body: { tenant, scope } });
		if (made.status !== 201) throw new Error(`no key: ${made.text}`);
		keys.set(name, made.json.key);
		return made.json.key;
	};
	const token: TestServer["token"] = async (userId, tenant = "acme") => {
		const made = await ask("POST", "/v1/tokens", { body: { userId }, key: await key("agent", tenant) });
		if (made.status !== 201) throw new Error(`no token: ${made.text}`);
		return made.json.token;
	};
	return { url: server.url, store, server, ask, key, token };
}

/** Closes what the tests of this file opened. */
export function closeServers(): void {
	afterEach(async () => {
		await Promise.all(opened.splice(0).map((server) => server.close()));
	});
}

/** A session as an address names it. */
export const at = (ref: { agent?: string; user?: string; session?: string }): string =>
	`?${new URLSearchParams(ref)}`;
