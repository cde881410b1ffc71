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
export function sampleOf(schema: unknown, resolve: Resolve, name = "", depth = 0): unknown {
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

export interface ExampleOf {
	method: string;
	path: string;
	parameters: readonly JsonObject[];
	body: unknown;
	stream: boolean;
}

/** Which parameters an example shows though they may be left out. */
const SHOWN: ReadonlySet<unknown> = new Set(["agent", "session"]);

/** A command that calls an operation, to be pasted into a shell. */
export function curlExample({ method, path, parameters, body, stream }: ExampleOf): string {
	const filled = path.replaceAll(/\{(\w+)\}/g, (_, name) =>
		name === "id" && path.includes("users") ? "mia" : `$${name.toUpperCase()}`,
	);
	const query = parameters
		.filter((one) => one.in === "query" && (one.required === true || SHOWN.has(one.name)))
		.map(({ name }) => `${name}=${encodeURIComponent(SAMPLES[String(name)] ?? "…")}`)
		.join("&");
	const lines = [
		`curl ${stream ? "-N " : ""}${method === "get" ? "" : `-X ${method.toUpperCase()} `}"$HOLDFAST_URL${filled}${query && `?${query}`}"`,
		'-H "Authorization: Bearer $HOLDFAST_KEY"',
		...(body === undefined ? [] : ['-H "Content-Type: application/json"', `-d '${JSON.stringify(body)}'`]),
	];
	return lines.join(" \\\n  ");
}
