import { z } from "zod";
import { HoldfastError, parse } from "../error/index.ts";
import { IMPORT_FORMATS, type ImportFormat } from "../event/formats/recognise-format.ts";
import { agentId, isObject, sessionId, userId } from "../event/index.ts";
import { linesOf } from "../event/lines.ts";
import { scopeOf } from "../state/index.ts";
import { type LoadedEvent, type LoadPlan, sessionName, withoutUserKeys } from "../store/ports/index.ts";
import { importForeign } from "./import-foreign.ts";
import { type ParsedSession, parseEvent, parseHeader } from "./import-lines.ts";
import type { ImportReport } from "./import-report.ts";
import { isOwnLine, jsonValue, peekLine, readWhole } from "./import-text.ts";
import type { Platform } from "./platform.ts";
import { nameOf, type SessionRef } from "./session-ref.ts";

/**
 * Text, as lines or as chunks of any size: an export of Holdfast, JSON of another system, or JSON Lines with one
 * conversation per line. Or the parsed value of such JSON, e.g. an array of messages.
 */
export type ImportSource = string | Iterable<string> | AsyncIterable<string> | readonly object[] | object;

/** Options of an import. */
export interface ImportOptions {
	/** The format of the source. Default: detected from the content. */
	format?: ImportFormat | undefined;
	/** What to do with a session that exists. Default `fail`. */
	onConflict?: "fail" | "skip" | "replace" | undefined;
	/** Stores the only session of the source under this full name. Without `userId` it has no user. */
	to?: SessionRef | undefined;
	/**
	 * Stores conversations and facts of another system under this agent, instead of the agent they name. Not
	 * together with `to`.
	 */
	agentId?: string | undefined;
	/** Stores them under this user, instead of the user they name. null: no user. */
	userId?: string | null | undefined;
	/** Stores the messages in this session. Only if the source has a single conversation. */
	sessionId?: string | undefined;
	/** Stops the import of another system's export between two sessions. */
	signal?: AbortSignal | undefined;
	/** Called while sessions and facts of another system's export are stored. Not over HTTP. */
	onProgress?: ((progress: { done: number; of: number }) => void) | undefined;
}

const optionsSchema = z.strictObject({
	format: z.enum(IMPORT_FORMATS).optional(),
	onConflict: z.enum(["fail", "skip", "replace"]).default("fail"),
	to: z.custom<SessionRef>(isObject).optional(),
	agentId: agentId.optional(),
	userId: userId.nullish(),
	sessionId: sessionId.optional(),
	signal: z
		.custom<AbortSignal>((value) => value instanceof AbortSignal, { error: "must be an AbortSignal" })
		.optional(),
	onProgress: z
		.custom<NonNullable<ImportOptions["onProgress"]>>((value) => typeof value === "function")
		.optional(),
});
type Options = z.output<typeof optionsSchema>;

async function load(platform: Platform, plan: LoadPlan, report: ImportReport): Promise<void> {
	const result = await platform.store.sessions.load(plan);
	report[result] += 1;
	if (result !== "skipped") report.events += plan.events.length;
}

/** Converts an event of a user's session for a session without a user. */
function leaveUserKeys(event: LoadedEvent): LoadedEvent {
	const writes = event.writes.filter(({ key }) => scopeOf(key) !== "user");
	return { ...event, writes, body: withoutUserKeys(event.body).body };
}

function parseJson(line: string, what: string): unknown {
	try {
		return JSON.parse(line);
	} catch (cause) {
		throw new HoldfastError("invalid", `${what}: is not JSON`, {}, { cause });
	}
}

/**
 * Imports Holdfast's own format. Each session is stored completely or not at all. An error names the line and has
 * the report so far.
 */
async function importLines(
	platform: Platform,
	source: Iterable<string> | AsyncIterable<string>,
	{ onConflict, to }: Options,
	report: ImportReport,
): Promise<void> {
	let session: ParsedSession | undefined;
	const finish = async (what: string): Promise<void> => {
		if (!session) return;
		const { header, ...rest } = session;
		const next = rest.base + rest.events.length;
		if (next !== rest.head) {
			throw new HoldfastError(
				"invalid",
				`${what}: session "${header.sessionId}" ends at offset ${next}, its header says ${rest.head}`,
			);
		}
		const name = to
			? nameOf(platform, to)
			: sessionName({
					tenant: platform.tenant,
					agentId: header.agentId,
					userId: header.userId,
					sessionId: header.sessionId,
				});
		const toNobody = header.userId !== undefined && name.userId === undefined;
		const events = toNobody ? rest.events.map(leaveUserKeys) : rest.events;
		await load(platform, { ...rest, events, name, onConflict, storedAt: Date.now() }, report);
		session = undefined;
	};
	let number = 0;
	for await (const line of linesOf(source)) {
		number += 1;
		if (line.trim() === "") continue;
		const what = `line ${number}`;
		const value = parseJson(line, what);
		if (isObject(value) && value.type === "session" && !("kind" in value)) {
			await finish(what);
			if (to && report.created + report.replaced + report.skipped > 0) {
				throw new HoldfastError("invalid", `${what}: a second session; \`to\` accepts only one`);
			}
			session = parseHeader(value, what);
			continue;
		}
		if (isObject(value) && value.type === "tenant" && !("kind" in value))
			throw new HoldfastError("invalid", `${what}: this is an export of a whole tenant; use hf.import`);
		if (!session) throw new HoldfastError("invalid", `${what}: an event before any session header`);
		const expected = session.base + session.events.length;
		session.events.push(parseEvent(value, what, expected, platform.store.capabilities.limits.eventBytes));
	}
	await finish("the last line");
}

const isIterable = (source: object): source is Iterable<string> | AsyncIterable<string> =>
	Symbol.asyncIterator in source || Symbol.iterator in source;

const SOURCE =
	"must be text of an export (or an iterable of text), an array of messages, or an object that contains them";

/** The text of a source, or the value if the source is not text. */
function textOrValue(
	source: unknown,
): { text: Iterable<string> | AsyncIterable<string> } | { value: object } {
	if (typeof source === "string") return { text: [source] };
	if (typeof source !== "object" || source === null) throw new HoldfastError("invalid", `source: ${SOURCE}`);
	if (!Array.isArray(source)) return isIterable(source) ? { text: source } : { value: source };
	if (source.length > 0 && source.every(isObject)) return { value: source };
	if (!source.every((line) => typeof line === "string"))
		throw new HoldfastError("invalid", `source: ${SOURCE}`);
	return { text: source };
}

function checkTarget({ to, agentId, userId, sessionId }: Options): void {
	if (to && [agentId, userId, sessionId].some((one) => one !== undefined))
		throw new HoldfastError(
			"invalid",
			"import options: set `to`, or `agentId`, `userId` and `sessionId`, not both",
		);
}

/** Whether a text is an export of Holdfast, and the whole text again. */
async function importText(
	platform: Platform,
	text: Iterable<string> | AsyncIterable<string>,
	options: Options,
	report: ImportReport,
): Promise<void> {
	const { format } = options;
	if (format === "holdfast") return importOwn(platform, text, options, report);
	const { line, all } = await peekLine(text);
	const isOwn = format === undefined && (line === "" || isOwnLine(line));
	if (isOwn) return importOwn(platform, all, options, report);
	const whole = await readWhole(all);
	// An empty list instead of text has no messages.
	const value = whole.every((piece) => piece.trim() === "") ? [] : jsonValue(whole);
	return importForeign(platform, value, foreignOf(options), report);
}

function importOwn(
	platform: Platform,
	text: Iterable<string> | AsyncIterable<string>,
	options: Options,
	report: ImportReport,
): Promise<void> {
	if ([options.agentId, options.userId, options.sessionId].some((one) => one !== undefined))
		throw new HoldfastError(
			"invalid",
			"an export of Holdfast names its sessions itself; to import one under another name, set `to`",
		);
	return importLines(platform, text, options, report);
}

const foreignOf = ({ format, to, agentId, userId, sessionId, signal, onProgress, onConflict }: Options) => ({
	to,
	agentId,
	userId,
	sessionId,
	signal,
	onProgress,
	onConflict,
	format: format === "holdfast" ? undefined : format,
});

function withReport(error: unknown, signal: AbortSignal | undefined, report: ImportReport): unknown {
	if (signal?.aborted)
		return new HoldfastError("cancelled", "the import was interrupted", { report }, { cause: error });
	// Recursion runs out of stack on deeply nested values.
	if (error instanceof RangeError)
		return new HoldfastError("invalid", "source: is nested too deeply", { report }, { cause: error });
	if (!HoldfastError.isInstance(error)) return error;
	return new HoldfastError(error.code, error.message, { ...error.fields, report }, { cause: error });
}

/** Imports an export of Holdfast, or conversations and facts of another system. */
export async function importSessions(
	platform: Platform,
	source: ImportSource,
	given: ImportOptions = {},
): Promise<ImportReport> {
	const options = parse(optionsSchema, given, "import options");
	const report: ImportReport = {
		format: options.format ?? "holdfast",
		created: 0,
		replaced: 0,
		skipped: 0,
		events: 0,
		facts: 0,
		warnings: [],
	};
	try {
		checkTarget(options);
		const found = textOrValue(source);
		if ("text" in found) await importText(platform, found.text, options, report);
		else if (options.format === "holdfast")
			throw new HoldfastError("invalid", "source: must be lines of an export of Holdfast, as text");
		else await importForeign(platform, found.value, foreignOf(options), report);
	} catch (error) {
		throw withReport(error, options.signal, report);
	}
	return report;
}
