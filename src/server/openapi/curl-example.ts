import { isObject, type JsonObject } from "../../event/index.ts";
import type { Resolve } from "./schema-text.ts";

/** Sample texts that make examples realistic. */
const SAMPLES: Readonly<Record<string, string>> = {
	agent: "desk",
	agentId: "desk",
	user: "ada",
	userId: "ada",
	session: "s1",
	sessionId: "s1",
	query: "home town",
	q: "home",
	content: "Hello",
	input: "Hello",
	url: "https://example.com/hook",
	scope: "agent",
	role: "user",
	kind: "message",
	source: "user",
	name: "web",
};

/** A small valid value for a schema, with only the required fields. */
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

/** Better examples for operations where required fields alone would show little. */
const BODIES: Readonly<Record<string, unknown>> = {
	"agents.run": { input: "Hello", userId: "ada", sessionId: "s1" },
	"agents.stream": { input: "Hello", userId: "ada", sessionId: "s1" },
	"agents.trigger": { input: { order: "4711" } },
	"sessions.create": { agentId: "desk", userId: "ada", sessionId: "s2" },
	"sessions.open": { agentId: "desk", userId: "ada", sessionId: "s1" },
	"sessions.update": { title: "Billing", metadata: { set: { crm: "42" } } },
	"sessions.rekey": { to: { userId: "ada", sessionId: "s3" } },
	"sessions.fork": { offset: 4, to: { agentId: "desk", sessionId: "s4" } },
	"session.erase": { offsets: [4] },
	"session.state.set": { set: { step: "checkout" }, remove: ["draft"] },
	"session.postAsHuman": { content: "I am taking over.", displayName: "Ana" },
	"session.write": { content: "Wants invoices by e-mail" },
	"users.upsert": { displayName: "Ada", variables: { plan: "pro" } },
	"users.setVariables": { set: { plan: "pro" } },
	"users.updateMetadata": { set: { crm: "42" } },
	"users.find": { metadata: { crm: "42" } },
	"users.rekey": { to: "ada@example.com" },
	"memory.write": { content: "Likes green tea", importance: 0.7 },
	"memory.update": { pinned: true },
	erase: { agentId: "desk" },
};
const PARAMETERS: Readonly<Record<string, string>> = {
	...SAMPLES,
	offset: "4",
	externalId: "42",
	onConflict: "skip",
};
/** Optional parameters that examples show. */
const SHOWN: ReadonlySet<unknown> = new Set([
	"agent",
	"user",
	"session",
	"offset",
	"externalId",
	"query",
	"onConflict",
]);
/** Sample values for path parameters, by resource. */
const NAMES: Readonly<Record<string, string>> = {
	agents: "desk",
	users: "ada",
	spaces: "products",
	facts: "$FACT_ID",
	runs: "$RUN_ID",
	jobs: "$JOB_ID",
	keys: "$KEY_ID",
};

export interface ExampleOf {
	id: string;
	method: string;
	path: string;
	parameters: readonly JsonObject[];
	/** The type and schema of the body; undefined if there is none. */
	body: { type: string; schema: unknown } | undefined;
	stream: boolean;
}

/** Maximum width of a line in an example. */
const WIDEST = 78;

/** Formats JSON for people, on one line if it fits. */
function json(value: unknown): string {
	const lines = JSON.stringify(value, null, 2);
	const one = lines.replaceAll(/\n\s*/g, " ");
	return one.length <= WIDEST ? one : lines;
}

/** A command that calls an operation, to paste into a shell. */
export function curlExample(
	{ id, method, path, parameters, body, stream }: ExampleOf,
	resolve: Resolve,
): string {
	const isJson = body?.type === "application/json";
	const sample = isJson ? (BODIES[id] ?? sampleOf(body.schema, resolve)) : undefined;
	// What the body names is not repeated in the query.
	const named = isObject(sample) && "agentId" in sample ? ["agent", "user", "session"] : [];
	const filled = path.replaceAll(/\{\w+\}/g, () => NAMES[path.split("/")[2] ?? ""] ?? "$ID");
	const query = parameters
		.filter(({ in: place, name, required }) => place === "query" && (required === true || SHOWN.has(name)))
		.filter(({ name }) => !named.includes(String(name)) && !(id === "sessions.list" && name === "session"))
		.map(({ name }) => `${name}=${encodeURIComponent(PARAMETERS[String(name)] ?? "…")}`)
		.join("&");
	// With a body, curl uses POST by default.
	const usual = method === (body ? "post" : "get");
	const lines = [
		`curl ${stream ? "-N " : ""}${usual ? "" : `-X ${method.toUpperCase()} `}"$HOLDFAST_URL${filled}${query && `?${query}`}"`,
		'-H "Authorization: Bearer $HOLDFAST_KEY"',
		...(id === "sessions.export" ? ["-o sessions.jsonl"] : []),
		...(body ? [`-H "Content-Type: ${body.type}"`] : []),
		...(isJson ? [`-d '${json(sample)}'`] : body ? ["--data-binary @sessions.jsonl"] : []),
	];
	return lines.join(" \\\n  ");
}
