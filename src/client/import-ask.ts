import { isObject } from "../event/json.ts";
import { linesOf } from "../event/lines.ts";
import { invalid, type QuerySpec, queryOf, textOfJson } from "./checks.ts";
import { checkRef, sessionQuery } from "./session-query.ts";
import type { Ask } from "./transport.ts";

const OPTIONS: QuerySpec = { format: { sort: "text" }, onConflict: { sort: "text" } };

type Lines = Iterable<unknown> | AsyncIterable<unknown>;

/**
 * The request of an import. It is put together before it is sent: what fails on the way can be sent again, which no
 * stream can.
 */
export async function importAsk(source: unknown, options: unknown): Promise<Ask> {
	if (options !== undefined && !isObject(options)) throw invalid("import options", "must be an object");
	const { to, ...others } = options ?? {};
	const query = [
		...queryOf(others, OPTIONS, "import options"),
		...(to === undefined ? [] : sessionQuery(checkRef(to))),
	];
	const ask = { method: "POST", path: "/v1/sessions/import", query, long: true } as const;
	if (others.format === "openai" || others.format === "ai-sdk" || isMessages(source))
		return { ...ask, body: textOfJson(source ?? null, "messages") };
	if (!isLines(source)) {
		throw invalid(
			"source",
			"must be lines of an export (text, or an iterable of text), or an array of messages",
		);
	}
	let body = "";
	for await (const line of linesOf(typeof source === "string" ? [source] : source)) body += `${line}\n`;
	return { ...ask, body, type: "application/x-ndjson" };
}

const isMessages = (source: unknown): boolean =>
	Array.isArray(source) && source.length > 0 && source.every(isObject);

const isLines = (source: unknown): source is string | Lines =>
	typeof source === "string" ||
	(typeof source === "object" &&
		source !== null &&
		(Symbol.asyncIterator in source || Symbol.iterator in source));
