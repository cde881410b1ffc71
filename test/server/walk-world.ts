import type { Store } from "../../src/index.ts";
import { operations } from "../../src/server/resources/index.ts";
import { sqlite } from "../../src/store/sqlite/index.ts";
import { at, startTestServer, type TestServer } from "./resources-server.ts";
import { type Names, type Route, readRoutes, type Sample } from "./walk-routes.ts";

/** What nobody but its owner may ever read. */
export const MARK = "only-acme-may-read-this";

export interface Answered {
	status: number;
	text: string;
	headers: Headers;
	code: string | undefined;
}

export interface Walk extends TestServer {
	routes: Route[];
	/** What acme has. */
	theirs: Names;
	/** What nobody has. */
	nothing: Names;
	send(route: Route, sample: Sample, key: string, forged?: Record<string, string>): Promise<Answered>;
	/** The names of all calls of the store so far; empties the list. */
	calls(): string[];
	/** Everything that acme has, as text. */
	snapshot(): Promise<string>;
}

/** A store that writes down what it is asked. */
function recorded(store: Store, calls: string[]): Store {
	const wrap = (port: object, name: string): object =>
		new Proxy(port, {
			get(target, key) {
				const member = Reflect.get(target, key);
				if (typeof member !== "function") return member;
				return (...args: unknown[]) => {
					calls.push(`${name}.${String(key)}`);
					return member.apply(target, args);
				};
			},
		});
	const ports = [
		"log",
		"sessions",
		"state",
		"users",
		"facts",
		"index",
		"runs",
		"documents",
		"deliveries",
		"erasure",
		"work",
	];
	const wrapped = ports.flatMap((name) => {
		const port: unknown = Reflect.get(store, name);
		return typeof port === "object" && port !== null ? [[name, wrap(port, name)]] : [];
	});
	return { ...store, ...Object.fromEntries(wrapped) };
}

/** On a store that speaks SQL: what is no SQL must not become any. */
export async function startWalk(database: string): Promise<Walk> {
	const calls: string[] = [];
	const server = await startTestServer({
		store: recorded(sqlite(database, { durability: "normal" }), calls),
	});
	const { ask, key, url } = server;
	const agent = await key("agent");
	const theirs = await furnish(server, agent);
	const nothing: Names = {
		agent: "walker",
		user: "no-such-user-x",
		session: "no-such-session-x",
		external: "no-such-external-x",
		fact: "01900000-0000-7000-8000-000000000001",
		run: "01900000-0000-7000-8000-000000000002",
		key: "000000000000000000000000",
		subscription: "no-such-subscription-x",
	};
	const send: Walk["send"] = async (
		route,
		{ id = "", query, body, raw, headers },
		credential,
		forged = {},
	) => {
		const path = route.path.replace("{id}", encodeURIComponent(id));
		const search = new URLSearchParams({ ...query, ...forged }).toString();
		const sent = raw ?? (body === undefined ? undefined : JSON.stringify(body));
		const response = await fetch(`${url}${path}${search === "" ? "" : `?${search}`}`, {
			method: route.method,
			headers: {
				...(credential !== "" && { authorization: `Bearer ${credential}` }),
				...(sent !== undefined && { "content-type": "application/json" }),
				...headers,
			},
			...(sent !== undefined && { body: sent }),
		});
		const streams = response.headers.get("content-type")?.startsWith("text/event-stream") === true;
		if (streams && route.method === "GET") {
			// It would wait for what comes.
			await response.body?.cancel();
			return { status: response.status, text: "", headers: response.headers, code: undefined };
		}
		const text = await response.text();
		const isJson = response.headers.get("content-type") === "application/json" && response.status >= 400;
		return {
			status: response.status,
			text,
			headers: response.headers,
			code: isJson ? JSON.parse(text).error.code : undefined,
		};
	};
	const snapshot = async (): Promise<string> => {
		const admin = await key("admin");
		const read = async (path: string): Promise<string> => (await ask("GET", path, { key: admin })).text;
		const parts = [
			"users",
			"facts?agent=walker&everybody=true&status=all",
			"runs",
			"keys",
			"webhooks",
			"webhooks/subscriptions",
			"webhooks/secret",
		];
		const { items } = JSON.parse(await read("/v1/sessions?limit=500"));
		const sessions = [];
		for (const { agentId, userId, sessionId } of items) {
			const ref = at({ agent: agentId, ...(userId !== undefined && { user: userId }), session: sessionId });
			sessions.push(await read(`/v1/sessions/export${ref}`), await read(`/v1/sessions/state${ref}`));
		}
		const others = [];
		for (const part of parts) others.push(await read(`/v1/${part}`));
		return [JSON.stringify(items), ...sessions, ...others].join("\n");
	};
	return {
		...server,
		routes: await readRoutes(server),
		theirs,
		nothing,
		send,
		snapshot,
		calls: () => calls.splice(0),
	};
}

/** Acme has one of everything. */
async function furnish({ ask, key }: TestServer, agent: string): Promise<Names> {
	const names = {
		agent: "walker",
		user: "the-acme-user",
		session: "the-acme-session",
		external: "the-acme-external",
		subscription: "the-acme-subscription",
	};
	const one = at({ agent: names.agent, user: names.user, session: names.session });
	await ask("PUT", "/v1/sessions", {
		body: {
			agentId: names.agent,
			userId: names.user,
			sessionId: names.session,
			title: MARK,
			metadata: { external_id: names.external, MARK },
			state: { MARK, "user:m": MARK, "app:m": MARK },
		},
		key: agent,
	});
	await ask("PUT", `/v1/users/${names.user}`, {
		body: { displayName: MARK, metadata: { marker: names.external } },
		key: agent,
	});
	await ask("POST", `/v1/sessions/messages${one}`, {
		body: { role: "user", content: `walked ${MARK}` },
		key: agent,
	});
	const fact = await ask("POST", `/v1/facts${at({ agent: names.agent, user: names.user })}`, {
		body: { content: `walked ${MARK}` },
		key: agent,
	});
	const run = await ask("POST", "/v1/agents/echo/run", {
		body: { input: `walked ${MARK}`, userId: names.user, sessionId: names.session },
		key: agent,
	});
	await ask("PUT", `/v1/sessions/webhook${one}`, { body: { url: "https://example.com/acme" }, key: agent });
	await ask("POST", "/v1/webhooks/subscriptions", {
		body: { url: `https://example.com/${MARK}`, id: names.subscription },
		key: agent,
	});
	const made = await ask("POST", "/v1/keys", {
		body: { scope: "read", name: MARK },
		key: await key("admin"),
	});
	await key("read");
	return { ...names, fact: fact.json.id, run: run.json.runId, key: made.json.id };
}

/** What an operation takes at most, where it is not what the server takes. */
export const mostBytes = (route: Route): number | undefined =>
	operations.find(({ id }) => id === route.id)?.maxBodyBytes;
