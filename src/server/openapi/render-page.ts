import { createHash } from "node:crypto";
import { isObject, type JsonObject } from "../../event/index.ts";
import type { ApiDocument } from "./api-document.ts";
import { curlExample } from "./curl-example.ts";
import { PAGE_STYLE } from "./page-style.ts";
import { fieldsOf, typeText } from "./schema-text.ts";

/* The API document for people: one page without scripts, made of the document itself. */

const styleHash = createHash("sha256").update(PAGE_STYLE).digest("base64");

/** The page may show itself, and nothing else. */
export const PAGE_POLICY = `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

const METHODS = ["get", "post", "put", "patch", "delete"] as const;

const plain = (text: unknown): string =>
	String(text)
		.replaceAll("&", "&amp;")
		.replaceAll("<", "&lt;")
		.replaceAll(">", "&gt;")
		.replaceAll('"', "&quot;");
/** Text with `code` in it. */
const prose = (text: unknown): string => plain(text).replaceAll(/`([^`]+)`/g, "<code>$1</code>");

const objects = (value: unknown): JsonObject[] =>
	(Array.isArray(value) ? value.filter(isObject) : []) as JsonObject[];

type Resolve = (schema: unknown) => JsonObject;

function resolver(document: ApiDocument): Resolve {
	const at = (ref: string): unknown =>
		ref
			.slice(2)
			.split("/")
			.reduce<unknown>((value, step) => (isObject(value) ? value[step] : undefined), document);
	return (schema) => {
		if (!isObject(schema)) return {};
		const target = typeof schema.$ref === "string" ? at(schema.$ref) : schema;
		return (isObject(target) ? target : {}) as JsonObject;
	};
}

const row = (name: string, type: string, required: boolean, about: unknown): string =>
	`<tr><td><code>${plain(name)}</code>${required ? ' <span class="need">required</span>' : ""}</td><td class="kind">${plain(type)}</td><td>${prose(about ?? "")}</td></tr>`;

const table = (title: string, rows: readonly string[]): string =>
	rows.length === 0 ? "" : `<h3>${title}</h3><table>${rows.join("")}</table>`;

const fields = (title: string, schema: unknown, resolve: Resolve, isAnswer: boolean): string => {
	const shape = fieldsOf(schema, resolve).map(({ name, type, required, about }) =>
		// What comes in is marked where it must be there, what goes out where it may be missing.
		row(isAnswer && !required ? `${name}?` : name, type, required && !isAnswer, about),
	);
	if (shape.length > 0) return table(title, shape);
	return schema === undefined
		? ""
		: `<h3>${title}</h3><p class="kind">${plain(typeText(schema, resolve))}</p>`;
};

/** The shapes that have a name, at the end of the page. */
function renderShapes(schemas: unknown, resolve: Resolve): string {
	const shapes = Object.entries(isObject(schemas) ? schemas : {});
	const items = shapes.map(([name, schema]) => {
		const about = prose(resolve(schema).description ?? "");
		return `<details id="shape-${plain(name)}"><summary><span class="path">${plain(name)}</span><span class="says">${about}</span></summary><div class="inside">${fields("Fields", schema, resolve, true)}</div></details>`;
	});
	return `<section id="shapes"><h2>shapes</h2>${items.join("\n")}</section>`;
}

function contentOf(value: unknown): { type: string; schema: unknown } | undefined {
	const content = isObject(value) ? value.content : undefined;
	const [first] = isObject(content) ? Object.entries(content) : [];
	return first && { type: first[0], schema: isObject(first[1]) ? first[1].schema : undefined };
}

function renderOperation(path: string, method: string, operation: JsonObject, resolve: Resolve): string {
	const parameters = objects(operation.parameters).map(resolve);
	const body = contentOf(operation.requestBody);
	const [success] = isObject(operation.responses) ? Object.values(operation.responses) : [];
	const answer = contentOf(success);
	const isJson = body?.type === "application/json";
	const stream = answer?.type === "text/event-stream";
	const id = String(operation.operationId);
	const example = curlExample({ id, method, path, parameters, body, stream }, resolve);
	const rows = parameters.map((one) =>
		row(
			String(one.name),
			`${one.in}, ${typeText(one.schema, resolve)}`,
			one.required === true,
			one.description,
		),
	);
	const told =
		answer && answer.type !== "application/json"
			? `<h3>Answer</h3><p class="kind">${plain(answer.type)}</p>`
			: "";
	return `<details id="${plain(operation.operationId)}"><summary><span class="verb ${method}">${method.toUpperCase()}</span><span class="path">${plain(path)}</span><span class="says">${prose(operation.summary)}</span></summary><div class="inside"><p class="rights">${prose(operation.description)}</p>${table("Parameters", rows)}${isJson ? fields("Body", body.schema, resolve, false) : body ? `<h3>Body</h3><p class="kind">${plain(body.type)}</p>` : ""}${told || fields("Answer", answer?.schema, resolve, true)}<h3>Example</h3><pre>${plain(example)}</pre></div></details>`;
}

const START = (isOpen: boolean): string => `export HOLDFAST_URL=http://127.0.0.1:4747
${isOpen ? "# this server is open to programs of this machine: any key does\nexport HOLDFAST_KEY=none" : "export HOLDFAST_KEY=…"}

# say something in a session, which is made by it
curl -X POST "$HOLDFAST_URL/v1/sessions/events?agent=support&user=mia&session=chat-1" \\
  -H "Authorization: Bearer $HOLDFAST_KEY" -H "Content-Type: application/json" \\
  -d '{"events":[{"kind":"message","source":"user","data":{"role":"user","content":"Hello"}}]}'

# follow it
curl -N "$HOLDFAST_URL/v1/sessions/events/stream?agent=support&user=mia&session=chat-1" \\
  -H "Authorization: Bearer $HOLDFAST_KEY"`;

export function renderPage(document: ApiDocument, { isOpen }: { isOpen: boolean }): string {
	const resolve = resolver(document);
	const sections = new Map<string, string[]>();
	for (const [path, item] of Object.entries(document.paths))
		for (const method of METHODS) {
			const operation = item[method];
			if (!isObject(operation)) continue;
			const tag = Array.isArray(operation.tags) ? String(operation.tags[0]) : "";
			const html = renderOperation(path, method, operation as JsonObject, resolve);
			sections.set(tag, [...(sections.get(tag) ?? []), html]);
		}
	const info = resolve(document.info);
	const about = String(info.description).split("\n\n");
	const names = [...sections.keys(), "shapes"];
	return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${plain(info.title)} API</title><style>${PAGE_STYLE}</style></head>
<body><div class="page"><nav><strong>${plain(info.title)} API</strong><ul>${names.map((name) => `<li><a href="#${plain(name)}">${plain(name)}</a></li>`).join("")}</ul><a href="/v1/openapi.json">openapi.json</a></nav>
<main><h1>${plain(info.title)} over HTTP</h1>${about.map((text) => `<p class="lead">${prose(text)}</p>`).join("")}
<h3>Begin</h3><pre>${plain(START(isOpen))}</pre>
${[...sections].map(([name, items]) => `<section id="${plain(name)}"><h2>${plain(name)}</h2>${items.join("\n")}</section>`).join("\n")}
${renderShapes(resolve(document.components).schemas, resolve)}
</main></div></body></html>
`;
}
