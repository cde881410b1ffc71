import { createHash } from "node:crypto";
import { isObject, type JsonObject } from "../../event/index.ts";
import type { ApiDocument } from "./api-document.ts";
import { plain, prose } from "./html.ts";
import { PAGE_STYLE } from "./page-style.ts";
import { renderFields, renderOperation, type Sheet } from "./render-operation.ts";
import type { Resolve } from "./schema-text.ts";

/* The API document for people: one page without scripts, generated from the document itself. */

const styleHash = createHash("sha256").update(PAGE_STYLE).digest("base64");

/** The page may show itself, and nothing else. */
export const PAGE_POLICY = `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

const METHODS = ["get", "post", "put", "patch", "delete"] as const;

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

const objectAt = (value: unknown): Record<string, unknown> => (isObject(value) ? value : {});

/** The named shapes, at the end of the page. */
function renderShapes(sheet: Sheet, schemas: Record<string, unknown>): string {
	const items = Object.entries(schemas).map(([name, schema]) => {
		const about = prose(sheet.resolve(schema).description ?? "");
		return `<details class="shape"><summary><span class="path">${plain(name)}</span><span class="says">${about}</span></summary><div class="inside" id="shape-${plain(name)}">${renderFields("Fields", schema, sheet, true)}</div></details>`;
	});
	return `<section id="shapes"><h2>shapes</h2>${items.join("\n")}</section>`;
}

/** The codes of each status. */
function renderErrors(responses: Record<string, unknown>, resolve: Resolve): string {
	const rows = Object.entries(responses).map(([name, response]) => {
		const codes = String(resolve(response).description)
			.split(", ")
			.map((code) => `<code>${plain(code)}</code>`);
		return `<tr><td>${plain(name.slice(1))}</td><td>${codes.join(" ")}</td></tr>`;
	});
	return `<section id="errors"><h2>errors</h2><p class="lead">Every error is <code>{ "error": { "code", "message", … } }</code>. The message says what is wrong and what to do. Programs should use the code.</p><table class="codes">${rows.join("")}</table></section>`;
}

/** Stands for the URL of the server in pages. */
export const PLACE = "http://127.0.0.1:4747";

const start = (isOpen: boolean): string => `export HOLDFAST_URL=${PLACE}
${isOpen ? "# this server accepts requests from this machine without a key: any value works\nexport HOLDFAST_KEY=none" : "export HOLDFAST_KEY=…"}

# list the agents; the examples below use one called desk
curl "$HOLDFAST_URL/v1/agents" -H "Authorization: Bearer $HOLDFAST_KEY"

# run it; this creates the session
curl "$HOLDFAST_URL/v1/agents/desk/run" \\
  -H "Authorization: Bearer $HOLDFAST_KEY" -H "Content-Type: application/json" \\
  -d '{ "input": "Hi, I am Ada.", "userId": "ada", "sessionId": "s1" }'

# follow the session; stop with Ctrl-C
curl -N "$HOLDFAST_URL/v1/sessions/events/stream?agent=desk&user=ada&session=s1" \\
  -H "Authorization: Bearer $HOLDFAST_KEY"`;

/** The page with the server URL that its reader used. Invalid hosts are ignored. */
export function addressed(
	page: string,
	{ host, secure }: { host: string | undefined; secure: boolean },
): string {
	if (host === undefined || !/^[\w.-]+(:\d{1,5})?$/.test(host)) return page;
	return page.replaceAll(PLACE, `${secure ? "https" : "http"}://${host}`);
}

interface Section {
	name: string;
	links: string[];
	items: string[];
}

function sectionsOf(document: ApiDocument, sheet: Sheet): Section[] {
	const sections = new Map<string, Section>();
	for (const [path, item] of Object.entries(document.paths))
		for (const method of METHODS) {
			const operation = item[method];
			if (!isObject(operation)) continue;
			const name = Array.isArray(operation.tags) ? String(operation.tags[0]) : "";
			const section = sections.get(name) ?? { name, links: [], items: [] };
			sections.set(name, section);
			const id = plain(operation.operationId);
			section.links.push(`<li><a href="#${id}">${id}</a></li>`);
			section.items.push(renderOperation(path, method, operation as JsonObject, sheet));
		}
	return [...sections.values()];
}

export function renderPage(document: ApiDocument, { isOpen }: { isOpen: boolean }): string {
	const resolve = resolver(document);
	const components = resolve(document.components);
	const schemas = objectAt(components.schemas);
	const sheet: Sheet = { resolve, shapes: new Set(Object.keys(schemas)) };
	const sections = sectionsOf(document, sheet);
	const info = resolve(document.info);
	const title = plain(info.title);
	const about = String(info.description).split("\n\n");
	const contents = sections.map(
		({ name, links }) =>
			`<details><summary>${plain(name)} <span class="count">${links.length}</span></summary><ul><li><a href="#${plain(name)}">all ${plain(name)}</a></li>${links.join("")}</ul></details>`,
	);
	return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title} API</title><style>${PAGE_STYLE}</style></head>
<body><a class="skip" href="#content">Skip to content</a><div class="page"><nav aria-label="Contents"><strong>${title} API</strong>${contents.join("")}<ul class="rest"><li><a href="#shapes">shapes</a></li><li><a href="#errors">errors</a></li><li><a href="/v1/openapi.json">openapi.json</a></li></ul></nav>
<main id="content"><h1>${title} over HTTP</h1>${about.map((text) => `<p class="lead">${prose(text)}</p>`).join("")}
<h3>Getting started</h3><pre>${plain(start(isOpen))}</pre>
${sections.map(({ name, items }) => `<section id="${plain(name)}"><h2>${plain(name)}</h2>${items.join("\n")}</section>`).join("\n")}
${renderShapes(sheet, schemas)}
${renderErrors(objectAt(components.responses), resolve)}
</main></div></body></html>
`;
}
