import { HoldfastError } from "../../error/index.ts";
import { isObject } from "../../event/index.ts";
import type { ImportOptions, ImportSource, SessionRef } from "../../session/index.ts";
import { operation } from "../operation.ts";
import { openLines } from "../streams/open-lines.ts";
import { said, sessionQuery, text } from "./query.ts";
import { refOf } from "./select.ts";
import { importReport } from "./shapes.ts";

/** Sessions may be long; an import is read as it comes. */
const MAX_IMPORT_BODY = 1024 * 1024 * 1024;
/** Messages of other formats are read at once. */
const MAX_MESSAGES_BODY = 64 * 1024 * 1024;

/** The text of a body, piece by piece. */
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

async function readMessages(request: Request): Promise<readonly object[]> {
	let whole = "";
	for await (const part of textOf(request)) {
		whole += part;
		if (whole.length > MAX_MESSAGES_BODY)
			throw new HoldfastError("limit_exceeded", `messages: may have at most ${MAX_MESSAGES_BODY} bytes`, {
				limit: MAX_MESSAGES_BODY,
			});
	}
	const messages = parseMessages(whole);
	if (Array.isArray(messages) && messages.every(isObject)) return messages;
	throw new HoldfastError("invalid", "the body: must be an array of messages");
}

function parseMessages(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch (cause) {
		throw new HoldfastError("invalid", "the body is not JSON", {}, { cause });
	}
}

async function sourceOf(request: Request): Promise<ImportSource> {
	const type = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
	return type === "application/json" ? readMessages(request) : textOf(request);
}

export const transfer = [
	operation({
		id: "sessions.export",
		method: "GET",
		path: "/v1/sessions/export",
		access: "read",
		summary: "A session as JSON Lines; a failure after the start is a last line of type `error`",
		long: true,
		query: sessionQuery,
		answerType: "application/x-ndjson",
		handle: async (call) => {
			const lines = call.hf.sessions.export(await refOf(call, call.query))[Symbol.asyncIterator]();
			// The first line is waited for: a session that is not there is an answer of its own.
			const first = await lines.next();
			const stream = openLines(first, lines, call.caller);
			return { headers: { "content-type": "application/x-ndjson; charset=utf-8" }, stream };
		},
	}),
	operation({
		id: "sessions.import",
		method: "POST",
		path: "/v1/sessions/import",
		access: "agent",
		summary: "Imports sessions: JSON Lines of an export, or a JSON array of messages of another format",
		long: true,
		maxBodyBytes: MAX_IMPORT_BODY,
		rawBody: { type: "application/x-ndjson" },
		query: sessionQuery.extend({
			format: text.optional().meta({ description: "`holdfast`, `openai` or `ai-sdk`; default: recognised" }),
			onConflict: text.optional().meta({ description: "`fail` (default), `skip` or `replace`" }),
		}),
		answer: importReport,
		handle: async ({ hf, query, request }) => {
			const { agent, user, session, ...given } = query;
			const named = agent !== undefined || user !== undefined || session !== undefined;
			const to = said({ agentId: agent, userId: user, sessionId: session }) as SessionRef;
			const options = said({ ...given, to: named ? to : undefined }) as ImportOptions;
			return { json: await hf.sessions.import(await sourceOf(request), options) };
		},
	}),
];
