import { HoldfastError } from "../../error/index.ts";
import { isOwnLine, peekLine, readWhole } from "../../session/import-text.ts";
import type { ImportOptions, ImportSource, SessionRef } from "../../session/index.ts";
import type { TenantImportOptions } from "../../transfer/index.ts";
import { sessionImportQuery, tenantImportQuery } from "../../wire/import-query.ts";
import { importReport, tenantImportReport } from "../../wire/import-report.ts";
import { sessionQuery } from "../../wire/query.ts";
import type { Caller } from "../auth/caller.ts";
import { operation } from "../operation.ts";
import { openLines } from "../streams/open-lines.ts";
import { said } from "./query.ts";
import { refOf } from "./select.ts";

/** Sessions can be long. An import is read as a stream. */
const MAX_IMPORT_BODY = 1024 * 1024 * 1024;
/** Exports of other systems are read as a whole. */
const MAX_FOREIGN_BODY = 64 * 1024 * 1024;

/** The text of a body, in chunks. */
async function* textOf(request: Request): AsyncGenerator<string> {
	if (!request.body) return;
	const decoder = new TextDecoder("utf-8", { fatal: true });
	for await (const bytes of request.body) yield decode(decoder, bytes, true);
	yield decode(decoder, undefined, false);
}

function decode(
	decoder: InstanceType<typeof TextDecoder>,
	bytes: Uint8Array | undefined,
	stream: boolean,
): string {
	try {
		return decoder.decode(bytes, { stream });
	} catch (cause) {
		throw new HoldfastError("invalid", "the body is not UTF-8 text", {}, { cause });
	}
}

/** JSON as one value. Other text as a stream, except for other systems, whose text is read as a whole. */
async function sourceOf(request: Request, format: string | undefined): Promise<ImportSource> {
	const type = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
	if (type === "application/json") return readValue(request);
	if (format === "holdfast") return textOf(request);
	const { line, all } = await peekLine(textOf(request), MAX_FOREIGN_BODY);
	const isOwn = format === undefined && (line === "" || isOwnLine(line));
	return isOwn ? all : readWhole(all, MAX_FOREIGN_BODY);
}

async function readValue(request: Request): Promise<object> {
	const whole = (await readWhole(textOf(request), MAX_FOREIGN_BODY)).join("");
	const value = parseJson(whole);
	if (typeof value === "object" && value !== null) return value;
	throw new HoldfastError(
		"invalid",
		"the body: must be an array of messages, or an object with conversations or facts",
	);
}

function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch (cause) {
		throw new HoldfastError("invalid", "the body is not JSON", {}, { cause });
	}
}

/** A stream of lines. Waits for the first one, so that a failure before it is a normal response. */
async function linesAnswer(exported: AsyncIterable<string>, caller: Caller) {
	const lines = exported[Symbol.asyncIterator]();
	const stream = openLines(await lines.next(), lines, caller);
	return { headers: { "content-type": "application/x-ndjson; charset=utf-8" }, stream };
}

export const transfer = [
	operation({
		id: "export",
		method: "GET",
		path: "/v1/export",
		access: "admin",
		summary: "Export the tenant as JSON Lines. A failure after the start is a last line of type `error`",
		long: true,
		answerType: "application/x-ndjson",
		handle: ({ hf, caller }) => linesAnswer(hf.export(), caller),
	}),
	operation({
		id: "import",
		method: "POST",
		path: "/v1/import",
		access: "admin",
		summary: "Import an export of a tenant",
		long: true,
		maxBodyBytes: MAX_IMPORT_BODY,
		rawBody: { type: "application/x-ndjson" },
		query: tenantImportQuery,
		answer: tenantImportReport,
		handle: async ({ hf, query, request }) => ({
			json: await hf.import(textOf(request), said(query) as TenantImportOptions),
		}),
	}),
	operation({
		id: "sessions.export",
		method: "GET",
		path: "/v1/sessions/export",
		access: "read",
		summary: "Export a session as JSON Lines. A failure after the start is a last line of type `error`",
		long: true,
		query: sessionQuery,
		answerType: "application/x-ndjson",
		handle: async (call) => linesAnswer(call.hf.sessions.export(await refOf(call, call.query)), call.caller),
	}),
	operation({
		id: "sessions.import",
		method: "POST",
		path: "/v1/sessions/import",
		access: "agent",
		summary:
			"Import sessions and facts: JSON Lines of an export or of chats, or JSON of another system (up to 64 MiB)",
		long: true,
		maxBodyBytes: MAX_IMPORT_BODY,
		rawBody: { type: "application/x-ndjson" },
		query: sessionImportQuery,
		answer: importReport,
		handle: async ({ hf, query, request }) => {
			const { agent, user, session, toAgent, toUser, toSession, ...given } = query;
			const named = agent !== undefined || user !== undefined || session !== undefined;
			const to = said({ agentId: agent, userId: user, sessionId: session }) as SessionRef;
			const userId = toUser === "" ? null : toUser;
			const options = said({
				...given,
				to: named ? to : undefined,
				agentId: toAgent,
				userId,
				sessionId: toSession,
			}) as ImportOptions;
			return { json: await hf.sessions.import(await sourceOf(request, query.format), options) };
		},
	}),
];
