import { z } from "zod";
import { HoldfastError, parse } from "../../error/index.ts";
import { isObject, type JsonObject } from "../../event/index.ts";
import { milliseconds, rule } from "../agent-fields.ts";
import { type Tool, toolName } from "../tool.ts";
import { fillEnv, headerTexts, toHeaders } from "./env-text.ts";
import { readAnswer } from "./http-answer.ts";
import { type HttpInput, type InputShorthand, parseInput } from "./http-input.ts";
import { parseUrlTemplate, type UrlTemplate } from "./http-url.ts";
import { reasonOf, sendRequest } from "./send-request.ts";

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
const MAX_BYTES = 256 * 1024;

/** An HTTP request that the model can make. See `httpTool()`. */
export interface HttpToolSpec {
	/** The name that the model calls it by: 1 to 64 letters, digits, `_` and `-`, not starting with a digit. */
	name: string;
	/** What the request does. The model reads it. Default: the method and the URL. */
	description?: string | undefined;
	/** The HTTP method. Default `GET`. */
	method?: (typeof METHODS)[number] | undefined;
	/**
	 * The URL, e.g. `https://api.example.com/orders/{id}`. `{name}` is replaced with an input. The host cannot
	 * contain inputs.
	 */
	url: string;
	/**
	 * The inputs that the model provides: `{ id: "string", count: "number?", tags: "string[]" }`, or a JSON
	 * Schema with `type: "object"`. Default: one string for each `{name}` of the URL.
	 */
	input?: InputShorthand | JsonObject | undefined;
	/**
	 * The headers to send. `${NAME}` is replaced with an environment variable when the tool is called. The
	 * model never sees the headers.
	 */
	headers?: Record<string, string> | undefined;
	/**
	 * The inputs that go into the query string. With GET and DELETE, so do all inputs that are not in the URL
	 * or the body.
	 */
	query?: string[] | undefined;
	/**
	 * The inputs that go into the JSON body. With POST, PUT and PATCH, so do all inputs that are not in the URL
	 * or the query.
	 */
	body?: string[] | undefined;
	/** An access rule, e.g. `role == "admin"`. If it does not hold, the call is refused. */
	allow?: string | undefined;
	/** The maximum duration of one call, in milliseconds. Default 60,000. */
	timeoutMs?: number | undefined;
	/** The maximum size of a response, in bytes. Default 262,144. */
	maxBytes?: number | undefined;
}

const shape = z.strictObject({
	name: toolName,
	description: z.string().min(1, { error: "must not be empty" }).optional(),
	method: z.enum(METHODS, { error: `must be one of ${METHODS.join(", ")}` }).optional(),
	url: z.string({ error: "must be a string" }),
	input: z.custom<InputShorthand | JsonObject>(isObject, { error: "must be an object" }).optional(),
	headers: headerTexts.optional(),
	query: z.array(z.string()).optional(),
	body: z.array(z.string()).optional(),
	allow: rule().optional(),
	timeoutMs: milliseconds().optional(),
	maxBytes: z.number().int().min(1).optional(),
});

/** The schema of an HTTP tool, as in a manifest. */
export const httpToolSpec: z.ZodType<HttpToolSpec, HttpToolSpec> = shape.superRefine((spec, context) => {
	try {
		compile(spec);
	} catch (error) {
		if (!(error instanceof Flaw)) throw error;
		context.addIssue({ code: "custom", path: [error.field], message: error.message });
	}
});

/** A problem with one field of a spec. */
class Flaw extends Error {
	readonly field: string;
	constructor(field: string, message: string) {
		super(message);
		this.field = field;
	}
}

function at<T>(field: string, make: () => T): T {
	try {
		return make();
	} catch (error) {
		throw error instanceof HoldfastError ? new Flaw(field, error.message) : error;
	}
}

type Place = "url" | "query" | "body";

interface Compiled {
	url: UrlTemplate;
	input: HttpInput;
	place(name: string): Place;
	/** Whether the request has a body. */
	hasBody: boolean;
}

function compile(spec: z.output<typeof shape>): Compiled {
	const { method = "GET", query = [], body = [] } = spec;
	const url = at("url", () => parseUrlTemplate(spec.url));
	const given = spec.input ?? Object.fromEntries([...url.names].map((name) => [name, "string"]));
	const input = at("input", () => parseInput(given));
	for (const name of url.names) {
		if (!input.required.has(name))
			throw new Flaw("input", `must have "${name}" as a required input, because it is in the url`);
		if (input.composite.has(name)) throw new Flaw("input", `"${name}" is in the url and must be one value`);
	}
	for (const [field, names] of Object.entries({ query, body })) {
		for (const name of names) {
			if (!input.names.has(name)) throw new Flaw(field, `"${name}" is not among the inputs`);
			if (url.names.has(name)) throw new Flaw(field, `"${name}" is in the url already`);
		}
	}
	const twice = query.find((name) => body.includes(name));
	if (twice !== undefined) throw new Flaw("body", `"${twice}" is in the query already`);
	if (method === "GET" && body.length > 0) throw new Flaw("body", "GET has no body; use another method");
	const rest: Place = method === "GET" || method === "DELETE" ? "query" : "body";
	const place = (name: string): Place => {
		if (url.names.has(name)) return "url";
		if (query.includes(name)) return "query";
		return body.includes(name) ? "body" : rest;
	};
	const open = input.inputSchema.additionalProperties !== false;
	const hasBody = [...input.names].some((name) => place(name) === "body") || (rest === "body" && open);
	return { url, input, place, hasBody };
}

/**
 * A tool that makes one HTTP request. The model gets the JSON or the text of the response. A status other than
 * 2xx is an error, which the model sees. Redirects are not followed.
 *
 * @example
 * ```ts
 * import { httpTool } from "holdfast";
 *
 * const orderStatus = httpTool({
 *   name: "order_status",
 *   description: "Looks up where an order is.",
 *   url: "https://api.example.com/orders/{id}",
 *   input: { id: "string" },
 *   headers: { authorization: "Bearer ${ORDERS_TOKEN}" },
 * });
 * ```
 */
export function httpTool(given: HttpToolSpec): Tool {
	const spec = parse(httpToolSpec, given, "http tool");
	const { name, method = "GET", allow, timeoutMs, maxBytes = MAX_BYTES } = spec;
	const { url, input, place, hasBody } = compile(spec);
	return {
		name,
		description: spec.description ?? `Calls ${method} ${url.shown}`,
		inputSchema: input.inputSchema,
		...(allow !== undefined && { allow }),
		...(timeoutMs !== undefined && { timeoutMs }),
		check(value) {
			const checked = input.check(value);
			url.fill(checked);
			return checked;
		},
		async execute(value, context) {
			const { signal } = context;
			const values = value as Record<string, unknown>;
			const target = url.fill(values);
			const sent = Object.entries(values).filter(([, member]) => member !== undefined);
			for (const [key, member] of sent) if (place(key) === "query") addToQuery(target, key, member);
			const { values: headerValues, secrets } = fillEnv(spec.headers ?? {}, "header");
			const headers = toHeaders(headerValues);
			if (!headers.has("accept")) headers.set("accept", "application/json, text/*;q=0.9");
			if (!headers.has("user-agent")) headers.set("user-agent", "holdfast");
			if (hasBody && !headers.has("content-type")) headers.set("content-type", "application/json");
			const inBody = sent.filter(([key]) => place(key) === "body");
			const body = hasBody ? JSON.stringify(Object.fromEntries(inBody)) : null;
			try {
				const response = await sendRequest(target, { method, headers, body, signal }, context);
				return await readAnswer(response, { host: url.host, maxBytes, secrets });
			} catch (error) {
				// The abort reason says more than the error that fetch throws for it.
				signal.throwIfAborted();
				if (!(error instanceof TypeError)) throw error;
				throw new Error(`${url.host} could not be reached: ${reasonOf(error)}`, { cause: error });
			}
		},
	};
}

/** A list becomes one query parameter per element, which is what most services expect. */
function addToQuery(url: URL, key: string, value: unknown): void {
	for (const member of Array.isArray(value) ? value : [value]) {
		if (member === null) continue;
		url.searchParams.append(key, typeof member === "object" ? JSON.stringify(member) : String(member));
	}
}
