import type { z } from "zod";
import { ERROR_CODES } from "../../error/index.ts";
import { isObject, type Json, type JsonObject } from "../../event/index.ts";
import { errorShape } from "../../wire/error.ts";
import { createSchemas, type Schemas } from "../../wire/to-schemas.ts";
import type { Operation } from "../operation.ts";
import { STATUS_OF } from "../send/status-of.ts";

/* The API document (OpenAPI 3.1), generated from the operations themselves, so that it matches what is checked. */

export type ApiDocument = JsonObject & { paths: { [path: string]: JsonObject } };

const ABOUT = `Sessions, state, memory and runs of AI agents.

Every call except \`/health\`, \`/ready\` and this document needs a key or a token: \`Authorization: Bearer …\`. A key belongs to
one tenant and has a scope: \`read\`, \`agent\` (reads, and works with sessions, users, memory and runs) or \`admin\`
(everything of the tenant). The server's own key (\`adminKey\`) works in any tenant; the header \`Holdfast-Tenant\` names it. A request that
names another tenant than that of its credential, or another user than that of its token, gets \`forbidden\`.

Select a session with \`?agent=&user=&session=\`. \`session\` alone is enough if only one session has that id. Lists return
\`{ items, next? }\`; pass \`next\` as \`cursor\` to get the next page. Writes accept an \`Idempotency-Key\`: a repeat with the same
key returns the first response. Errors are \`{ "error": { "code", "message", … } }\`.`;

const ACCESS_TEXT: Readonly<Record<Operation["access"], string>> = {
	read: "Keys of any scope.",
	agent: "Keys of scope agent or admin.",
	admin: "Keys of scope admin.",
	root: "The server's own key (`adminKey`) only.",
};

/** The resource that an operation belongs to. */
const tagOf = ({ id, path }: Operation): string =>
	id.includes(".") ? (path.split("/")[2] ?? id) : path.startsWith("/v1/") ? "operations" : "server";

const paramsOf = (path: string): string[] => [...path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? "");

const asText = (value: unknown): string => (typeof value === "string" ? value : "");

function queryParameters(query: z.ZodType, schemas: Schemas): JsonObject[] {
	const { properties, required } = schemas.of(query, "input");
	if (!isObject(properties)) return [];
	return Object.entries(properties).map(([name, schema]) => {
		const { description, ...rest } = schema as JsonObject;
		return {
			name,
			in: "query",
			schema: rest,
			...(description !== undefined && { description }),
			...(Array.isArray(required) && required.includes(name) && { required: true }),
		};
	});
}

function parametersOf(operation: Operation, schemas: Schemas): JsonObject[] {
	const { path, query, method } = operation;
	const inPath = paramsOf(path).map((name) => ({
		name,
		in: "path",
		required: true,
		schema: { type: "string", minLength: 1 },
	}));
	const key = { $ref: "#/components/parameters/IdempotencyKey" };
	const isRepeated = method !== "GET" && operation.repeat !== "none";
	return [...inPath, ...(query ? queryParameters(query, schemas) : []), ...(isRepeated ? [key] : [])];
}

function requestBody({ body, rawBody }: Operation, schemas: Schemas): JsonObject {
	if (rawBody)
		return { requestBody: { required: true, content: { [rawBody.type]: { schema: { type: "string" } } } } };
	if (!body) return {};
	const schema = schemas.of(body, "input");
	const target = asText(schema.$ref).split("/").at(-1);
	const shape = target === undefined ? schema : (schemas.named[target] ?? schema);
	const required = isObject(shape) && Array.isArray(shape.required) && shape.required.length > 0;
	return { requestBody: { ...(required && { required }), content: { "application/json": { schema } } } };
}

/** The success responses of an operation. */
function successOf(
	{ id, answer, answerType = "application/json", summary, makes }: Operation,
	schemas: Schemas,
): JsonObject {
	if (answerType !== "application/json")
		return { "200": { description: summary, content: { [answerType]: { schema: { type: "string" } } } } };
	if (!answer) return { "204": { description: "Done" } };
	const content = { "application/json": { schema: schemas.of(answer, "output") } };
	if (makes) return { "201": { description: "Created", content } };
	const later = { "202": { description: "Started; the callback receives the result", content } };
	return { "200": { description: "Done", content }, ...(id === "agents.trigger" && later) };
}

/** The statuses of errors, with their codes. */
function errorResponses(): JsonObject {
	const byStatus = new Map<number, string[]>([[429, ["limit_exceeded"]]]);
	for (const code of ERROR_CODES)
		byStatus.set(STATUS_OF[code], [...(byStatus.get(STATUS_OF[code]) ?? []), code]);
	const entries = [...byStatus].sort(([a], [b]) => a - b);
	return Object.fromEntries(
		entries.map(([status, codes]) => [
			`E${status}`,
			{
				description: codes.join(", "),
				content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
			},
		]),
	);
}

/** The errors that an operation can return. */
function errorsOf({ method, path, body, rawBody }: Operation): JsonObject {
	const statuses = [400, 401, 403, 429, 500, 503];
	if (path.includes(":") || path.startsWith("/v1/sessions")) statuses.push(404);
	if (method !== "GET") statuses.push(409);
	if (body || rawBody) statuses.push(413);
	return Object.fromEntries(
		statuses.sort((a, b) => a - b).map((status) => [status, { $ref: `#/components/responses/E${status}` }]),
	);
}

function describe(operation: Operation, schemas: Schemas): JsonObject {
	const { id, summary, access, user } = operation;
	const rights = `${ACCESS_TEXT[access]}${user ? " Tokens of users, for their own data." : ""}`;
	return {
		operationId: id,
		tags: [tagOf(operation)],
		summary,
		description: rights,
		"x-access": access,
		"x-user-token": user === true,
		parameters: parametersOf(operation, schemas),
		...requestBody(operation, schemas),
		responses: { ...successOf(operation, schemas), ...errorsOf(operation) },
	};
}

export function apiDocument(operations: readonly Operation[]): ApiDocument {
	const schemas = createSchemas();
	schemas.of(errorShape, "output");
	const paths: { [path: string]: JsonObject } = {};
	for (const operation of operations) {
		const path = operation.path.replaceAll(/:(\w+)/g, "{$1}");
		paths[path] = { ...paths[path], [operation.method.toLowerCase()]: describe(operation, schemas) };
	}
	const keyParameter = {
		name: "Idempotency-Key",
		in: "header",
		schema: { type: "string", minLength: 1, maxLength: 512 },
		description: "A repeat with the same key returns the first response",
	};
	const tags = [...new Set(operations.map(tagOf))].map((name) => ({ name }));
	const named: Json = Object.fromEntries(Object.entries(schemas.named).sort(([a], [b]) => (a < b ? -1 : 1)));
	return {
		openapi: "3.1.0",
		info: {
			title: "Holdfast",
			version: "1",
			description: ABOUT,
			license: { name: "Apache-2.0", identifier: "Apache-2.0" },
		},
		servers: [{ url: "/" }],
		security: [{ bearer: [] }],
		tags,
		paths,
		components: {
			securitySchemes: {
				bearer: { type: "http", scheme: "bearer", description: "A key, or the token of a user" },
			},
			parameters: { IdempotencyKey: keyParameter },
			responses: errorResponses(),
			schemas: named,
		},
	};
}
