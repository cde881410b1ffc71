import { isObject } from "../event/json.ts";
import { linesOf } from "../event/lines.ts";
import type { sessionImportQuery } from "../wire/import-query.ts";
import type { QueryNames } from "../wire/query.ts";
import { checkSignal, invalid, queryOf, type SpecOf, textOfJson } from "./checks.ts";
import { checkRef, sessionQuery } from "./session-query.ts";
import type { Ask } from "./transport.ts";

const OPTIONS = {
	format: { sort: "text" },
	onConflict: { sort: "text" },
	agentId: { as: "toAgent", sort: "id" },
	userId: { as: "toUser", sort: "id" },
	sessionId: { as: "toSession", sort: "id" },
} satisfies SpecOf<QueryNames<typeof sessionImportQuery>, "agentId" | "userId" | "sessionId">;

type Lines = Iterable<unknown> | AsyncIterable<unknown>;

/**
 * The request of an import. It is built completely before sending, so that it can be sent again after a failure. A
 * stream could not.
 */
export async function importAsk(source: unknown, options: unknown): Promise<Ask> {
	if (options !== undefined && !isObject(options)) throw invalid("import options", "must be an object");
	// Only the library reports progress: a server responds when it is done.
	const { to, signal, onProgress: _, userId, ...others } = options ?? {};
	const query = [
		...queryOf({ ...others, ...(userId !== null && { userId }) }, OPTIONS, "import options"),
		...(userId === null ? [["toUser", ""] as const] : []),
		...(to === undefined ? [] : sessionQuery(checkRef(to))),
	];
	const ask: Ask = {
		...({ method: "POST", path: "/v1/sessions/import", query, long: true } as const),
		signal: checkSignal(signal, "import options"),
	};
	if (isValue(source)) return { ...ask, body: textOfJson(source, "messages") };
	if (!isLines(source)) {
		throw invalid(
			"source",
			"must be text of an export (or an iterable of text), an array of messages, or an object that contains them",
		);
	}
	return { ...ask, body: await wholeText(source), type: "application/x-ndjson" };
}

async function wholeText(source: string | Lines): Promise<string> {
	let body = "";
	for await (const line of linesOf(typeof source === "string" ? [source] : source)) body += `${line}\n`;
	return body;
}

/** The request of a tenant import. */
export async function tenantImportAsk(source: unknown, options: unknown): Promise<Ask> {
	const query = queryOf(options, { onConflict: { sort: "text" } }, "import options");
	if (!isLines(source))
		throw invalid("source", "must be lines of a tenant's export: text, or an iterable of text");
	const body = await wholeText(source);
	return { method: "POST", path: "/v1/import", query, long: true, body, type: "application/x-ndjson" };
}

/** An array of messages, or an object: the parsed JSON of another system. */
const isValue = (source: unknown): boolean =>
	Array.isArray(source)
		? source.length > 0 && source.every(isObject)
		: typeof source === "object" && source !== null && !isLines(source);

const isLines = (source: unknown): source is string | Lines =>
	typeof source === "string" ||
	(typeof source === "object" &&
		source !== null &&
		(Symbol.asyncIterator in source || Symbol.iterator in source));
