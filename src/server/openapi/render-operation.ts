import { isObject, type JsonObject } from "../../event/index.ts";
import { curlExample } from "./curl-example.ts";
import { linked, plain, prose } from "./html.ts";
import { aboutText, fieldsOf, nameOf, type Resolve, typeText } from "./schema-text.ts";

/** What the parts of a page share. */
export interface Sheet {
	resolve: Resolve;
	/** The names of the shapes that the page describes. */
	shapes: ReadonlySet<string>;
}

const row = ({ shapes }: Sheet, name: string, type: string, mark: string, about: string): string =>
	`<tr><td><code>${plain(name)}</code>${mark && ` <span class="${mark}">${mark}</span>`}</td><td class="kind">${linked(type, shapes)}</td><td class="about">${prose(about)}</td></tr>`;

const table = (title: string, rows: readonly string[]): string =>
	rows.length === 0 ? "" : `<h4>${title}</h4><table>${rows.join("")}</table>`;

/** The fields of a shape. Marks required fields of requests, and optional fields of responses. */
export function renderFields(title: string, schema: unknown, sheet: Sheet, isAnswer: boolean): string {
	if (schema === undefined) return "";
	const name = nameOf(schema);
	const heading = name === undefined ? title : `${title} · ${linked(name, sheet.shapes)}`;
	const rows = fieldsOf(schema, sheet.resolve).map((field) => {
		const mark = isAnswer ? (field.required ? "" : "optional") : field.required ? "required" : "";
		return row(sheet, field.name, field.type, mark, field.about);
	});
	if (rows.length > 0) return table(heading, rows);
	const type = linked(typeText(schema, sheet.resolve), sheet.shapes);
	return `<h4>${heading}</h4><p class="kind">${type} ${prose(aboutText(schema, sheet.resolve))}</p>`;
}

function contentOf(value: unknown): { type: string; schema: unknown } | undefined {
	const content = isObject(value) ? value.content : undefined;
	const [first] = isObject(content) ? Object.entries(content) : [];
	return first && { type: first[0], schema: isObject(first[1]) ? first[1].schema : undefined };
}

const objects = (value: unknown): JsonObject[] =>
	(Array.isArray(value) ? value.filter(isObject) : []) as JsonObject[];

const told = (title: string, text: string): string => `<h4>${title}</h4><p class="kind">${plain(text)}</p>`;

const isJson = (content: { type: string } | undefined): boolean => content?.type === "application/json";

/** One operation, as an element that opens. Its id is inside, so that a link to it opens it without a script. */
export function renderOperation(path: string, method: string, operation: JsonObject, sheet: Sheet): string {
	const { resolve } = sheet;
	const parameters = objects(operation.parameters).map(resolve);
	const body = contentOf(operation.requestBody);
	const responses = Object.entries(isObject(operation.responses) ? operation.responses : {});
	const good = responses.filter(([status]) => status.startsWith("2"));
	const answer = contentOf(good[0]?.[1]);
	const id = String(operation.operationId);
	const stream = answer?.type === "text/event-stream";
	const rows = parameters.map((one) =>
		row(
			sheet,
			String(one.name),
			`${one.in}, ${typeText(one.schema, resolve)}`,
			one.required === true ? "required" : "",
			[one.description, aboutText(one.schema, resolve)].filter(Boolean).join(" · "),
		),
	);
	const answered = `Response ${good.map(([status]) => status).join(" or ")}`;
	const parts = [
		`<p class="rights">${prose(operation.description)}</p>`,
		table("Parameters", rows),
		isJson(body) ? renderFields("Body", body?.schema, sheet, false) : body ? told("Body", body.type) : "",
		isJson(answer)
			? renderFields(answered, answer?.schema, sheet, true)
			: told(answered, answer?.type ?? "empty"),
		`<h4>Example</h4><pre>${plain(curlExample({ id, method, path, parameters, body, stream }, resolve))}</pre>`,
	];
	const line = `<span class="verb ${method}">${method.toUpperCase()}</span><span class="path">${plain(path)}</span><span class="says">${prose(operation.summary)}</span>`;
	return `<details><summary>${line}</summary><div class="inside" id="${plain(id)}">${parts.join("")}</div></details>`;
}
