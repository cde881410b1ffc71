import { isObject, type JsonObject } from "../../event/index.ts";

/** Words that make examples read like the real thing. */
const SAMPLES: Readonly<Record<string, string>> = {
	...{
		agent: "support",
		agentId: "support",
		user: "mia",
		userId: "mia",
		session: "chat-1",
		sessionId: "chat-1",
	},
	...{
		query: "which plan does she have",
		q: "plan",
		content: "Hello",
		input: "Hello",
		url: "https://example.com/hook",
	},
	...{ scope: "agent", role: "user", kind: "message", source: "user", name: "web" },
};

type Resolve = (schema: unknown) => JsonObject;

/** A small value that a schema takes: what is required, and nothing else. */
function sampleOf(schema: unknown, resolve: Resolve, name = "", depth = 0): unknown {
	const shape = resolve(schema);
	if (depth > 4) return {};
	if (shape.const !== undefined) return shape.const;
	if (shape.default !== undefined) return shape.default;
	const { enum: words, anyOf, oneOf, type, properties, required } = shape;
	if (Array.isArray(words)) return words.includes(SAMPLES[name] ?? "") ? SAMPLES[name] : words[0];
	const options = [anyOf, oneOf].find(Array.isArray);
	if (options) return sampleOf(options[0], resolve, name, depth + 1);
	if (type === "array") return [sampleOf(shape.items, resolve, name, depth + 1)];
	if (type === "integer" || type === "number") return typeof shape.minimum === "number" ? shape.minimum : 1;
	if (type === "boolean") return true;
	if (type === "object" || properties !== undefined) {
		if (name === "data") return { role: "user", content: "Hello" };
		const needed = Array.isArray(required) ? required : [];
		const members = Object.entries(isObject(properties) ? properties : {}).filter(([key]) =>
			needed.includes(key),
		);
		return Object.fromEntries(
			members.map(([key, member]) => [key, sampleOf(member, resolve, key, depth + 1)]),
		);
	}
	return SAMPLES[name] ?? (name === "data" ? { role: "user", content: "Hello" } : "…");
}

/** Where the least that is taken would show little. */
const BODIES: Readonly<Record<string, unknown>> = {
	"agents.run": { input: "Hello", userId: "mia", sessionId: "chat-1" },
	"agents.stream": { input: "Hello", userId: "mia", sessionId: "chat-1" },
	"agents.trigger": { input: { order: "4711" } },
	"sessions.create": { agentId: "support", userId: "mia", sessionId: "chat-1" },
	"sessions.open": { agentId: "support", userId: "mia", sessionId: "chat-1" },
	"sessions.update": { title: "Billing", metadata: { set: { crm: "42" } } },
	"sessions.rekey": { to: { userId: "mia" } },
	"sessions.fork": { offset: 4, to: { agentId: "support", sessionId: "chat-2" } },
	"session.erase": { offsets: [4] },
	"session.state.set": { set: { step: "checkout" }, remove: ["draft"] },
	"session.postAsHuman": { content: "I am taking over.", displayName: "Ana" },
	"session.write": { content: "Wants invoices by e-mail" },
	"users.upsert": { displayName: "Mia", variables: { plan: "pro" } },
	"users.setVariables": { set: { plan: "pro" } },
	"users.updateMetadata": { set: { crm: "42" } },
	"users.find": { metadata: { crm: "42" } },
	"users.rekey": { to: "mia@example.com" },
	"memory.write": { content: "Likes green tea", importance: 0.7 },
	"memory.update": { pinned: true },
	erase: { agentId: "support" },
};
const PARAMETERS: Readonly<Record<string, string>> = {
	...SAMPLES,
	...{ offset: "4", externalId: "42" },
};
/** Which parameters an example shows though they may be left out. */
const SHOWN: ReadonlySet<unknown> = new Set(["agent", "session", "offset", "externalId", "query"]);
/** What stands for a parameter of a path, by the resource. */
const NAMES: Readonly<Record<string, string>> = { agents: "support", users: "mia", spaces: "products" };

export interface ExampleOf {
	id: string;
	method: string;
	path: string;
	parameters: readonly JsonObject[];
	/** The type of the body, and its schema; undefined: there is none. */
	body: { type: string; schema: unknown } | undefined;
	stream: boolean;
}

/** A command that calls an operation, to be pasted into a shell. */
export function curlExample(
	{ id, method, path, parameters, body, stream }: ExampleOf,
	resolve: Resolve,
): string {
	const isJson = body?.type === "application/json";
	const sample = isJson ? (BODIES[id] ?? sampleOf(body.schema, resolve)) : undefined;
	// What the body names is not named twice.
	const named = isObject(sample) && "agentId" in sample ? ["agent", "user", "session"] : [];
	const filled = path.replaceAll(/\{\w+\}/g, () => NAMES[path.split("/")[2] ?? ""] ?? "$ID");
	const query = parameters
		.filter(({ in: place, name, required }) => place === "query" && (required === true || SHOWN.has(name)))
		.filter(({ name }) => !named.includes(String(name)) && !(id === "sessions.list" && name === "session"))
		.map(({ name }) => `${name}=${encodeURIComponent(PARAMETERS[String(name)] ?? "…")}`)
		.join("&");
	const lines = [
		`curl ${stream ? "-N " : ""}${method === "get" ? "" : `-X ${method.toUpperCase()} `}"$HOLDFAST_URL${filled}${query && `?${query}`}"`,
		'-H "Authorization: Bearer $HOLDFAST_KEY"',
		...(body ? [`-H "Content-Type: ${body.type}"`] : []),
		...(isJson ? [`-d '${JSON.stringify(sample)}'`] : body ? ["--data-binary @sessions.jsonl"] : []),
	];
	return lines.join(" \\\n  ");
}
