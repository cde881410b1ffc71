import type { TestServer } from "./resources-server.ts";

/** One operation, as the API document tells it. */
export interface Route {
	id: string;
	method: string;
	path: string;
	access: "read" | "agent" | "admin" | "root";
	/** Whether the token of a user may call it. */
	user: boolean;
	/** Parameters of the query string. */
	query: string[];
	/** Members of the body; undefined without one. */
	body: string[] | undefined;
	/** The body is JSON. */
	isJson: boolean;
}

interface Described {
	operationId: string;
	"x-access": Route["access"];
	"x-user-token": boolean;
	parameters?: { name?: string; in?: string }[];
	requestBody?: { content: Record<string, { schema?: Schema }> };
}

interface Schema {
	$ref?: string;
	properties?: Record<string, unknown>;
}

/** Everything that the API document names. */
export async function readRoutes({ ask }: TestServer): Promise<Route[]> {
	const { json } = await ask("GET", "/v1/openapi.json", { key: "" });
	const document = json as {
		paths: Record<string, Record<string, Described>>;
		components: { schemas: Record<string, Schema> };
	};
	const membersOf = (schema: Schema = {}): string[] => {
		const name = schema.$ref?.split("/").at(-1);
		return Object.keys((name === undefined ? schema : document.components.schemas[name])?.properties ?? {});
	};
	return Object.entries(document.paths).flatMap(([path, methods]) =>
		Object.entries(methods).map(([method, described]): Route => {
			const content = described.requestBody?.content;
			return {
				id: described.operationId,
				method: method.toUpperCase(),
				path,
				access: described["x-access"],
				user: described["x-user-token"],
				query: (described.parameters ?? []).flatMap(({ name, in: place }) =>
					place === "query" && name !== undefined ? [name] : [],
				),
				body: content && membersOf(content["application/json"]?.schema),
				isJson: content?.["application/json"] !== undefined && content["application/x-ndjson"] === undefined,
			};
		}),
	);
}

/** The names that a request uses: of things that are there, or of none. */
export interface Names {
	agent: string;
	user: string;
	session: string;
	fact: string;
	run: string;
	key: string;
	subscription: string;
	external: string;
}

/** A request that makes sense. */
export interface Sample {
	id?: string;
	query?: Record<string, string>;
	body?: unknown;
	raw?: string;
	headers?: Record<string, string>;
}

/** One for each operation; a new one is added here, or the walk fails. */
export function samplesOf({
	agent,
	user,
	session,
	fact,
	run,
	key,
	subscription,
	external,
}: Names): Record<string, Sample> {
	const one = { agent, user, session };
	const whose = { agent, user };
	const event = { kind: "message", source: "user", data: { role: "user", content: "walked" } };
	return {
		"agents.list": {},
		"agents.get": { id: "nobody" },
		"agents.configureMemory": { id: "echo", body: { memory: { limit: 5 } } },
		"agents.resetMemory": { id: "echo" },
		"agents.run": { id: "echo", body: { input: "walked", userId: user, sessionId: session } },
		"agents.stream": { id: "echo", body: { input: "walked", userId: user, sessionId: session } },
		"agents.trigger": { id: "echo", body: { input: { a: 1 }, userId: user, sessionId: session } },
		"sessions.list": { query: one },
		"sessions.create": { body: { agentId: agent, userId: user, sessionId: `${session}-new` } },
		"sessions.open": { body: { agentId: agent, userId: user, sessionId: session } },
		"sessions.update": { query: one, body: { title: "walked" } },
		"sessions.delete": { query: one },
		"sessions.find": { query: { externalId: external } },
		"sessions.rekey": { query: one, body: { to: { sessionId: `${session}-moved` } } },
		"sessions.fork": {
			query: one,
			body: { offset: 0, to: { agentId: agent, sessionId: `${session}-fork` } },
		},
		"session.end": { query: one, body: {} },
		"session.unsubscribe": { query: { ...one, url: "https://example.com/gone" } },
		"session.subscriptions": { query: one },
		"session.consolidations": { query: one },
		"session.subscribe": { query: one, body: { url: "https://example.com/walked" } },
		"session.events": { query: one },
		"session.append": { query: one, body: { events: [event] } },
		"session.follow": { query: one },
		"session.erase": { query: one, body: { offsets: [0] } },
		"sessions.getMessages": { query: { session } },
		"session.history.append": { query: one, body: { role: "user", content: "walked" } },
		"session.postAsHuman": { query: one, body: { content: "walked", displayName: "Ann" } },
		"session.rewind": { query: { ...one, offset: "0" } },
		"session.state.get": { query: one },
		"session.state.set": { query: one, body: { set: { walked: 1 } } },
		export: {},
		import: { raw: '{"type":"tenant","format":"holdfast-tenant/1"}\n' },
		"sessions.export": { query: one },
		"sessions.import": {
			query: { ...one, onConflict: "skip", format: "openai" },
			raw: JSON.stringify([{ role: "user", content: "walked" }]),
		},
		"users.list": {},
		"users.find": { body: { metadata: { marker: external } } },
		"users.get": { id: user },
		"users.upsert": { id: user, body: { displayName: "walked" } },
		"users.update": { id: user, body: { metadata: { set: { walked: 1 } } } },
		"users.delete": { id: user },
		"users.setVariables": { id: user, body: { set: { walked: 1 } } },
		"users.updateMetadata": { id: user, body: { set: { walked: 1 } } },
		"users.rekey": { id: user, body: { to: `${user}-moved` } },
		"memory.search": { query: whose, body: { query: "walked" } },
		"memory.searchByAddress": { query: { ...whose, query: "walked" } },
		"memory.delete": { query: one },
		"memory.rebuild": { query: whose, body: { dryRun: true } },
		"session.search": { query: one, body: { query: "walked" } },
		"memory.list": { query: whose },
		"memory.write": { query: whose, body: { content: "walked" } },
		"memory.from": { query: whose, body: { sessionId: session, offset: 0 } },
		"memory.get": { id: fact, query: { agent, everybody: "true" } },
		"memory.update": { id: fact, query: { agent, everybody: "true" }, body: { pinned: true } },
		"memory.forget": { id: fact, query: { agent, everybody: "true" } },
		"memory.contradictions": { id: fact, query: { agent, everybody: "true" } },
		"memory.history": { id: fact, query: { agent, everybody: "true" } },
		"session.write": { query: one, body: { content: "walked" } },
		"runs.list": { query: { agent: "echo", user, session } },
		"runs.get": { id: run },
		"runs.delete": { id: run },
		"runs.cancel": { id: run },
		"runs.trace": { id: run },
		"runs.stream": { id: run },
		"spaces.list": {},
		"spaces.delete": { id: "team" },
		"jobs.list": {},
		"jobs.retry": { id: run },
		"jobs.drop": { id: run },
		"webhooks.list": {},
		"webhooks.subscribe": { body: { url: "https://example.com/walked", id: "walked" } },
		"webhooks.subscriptions": {},
		"webhooks.unsubscribe": { id: subscription },
		"webhooks.retry": { query: one, body: {} },
		"webhooks.secret": {},
		"webhooks.rotateSecret": { body: {} },
		"keys.list": {},
		"keys.create": { body: { scope: "read" } },
		"keys.revoke": { id: key },
		"tokens.create": { body: { userId: user } },
		about: {},
		overview: {},
		sweep: { body: {} },
		erase: { body: { agentId: agent } },
		compact: {},
		reembed: {},
		idle: {},
		doctor: {},
	};
}
