import { z } from "zod";
import { HoldfastError, parse } from "../error/index.ts";
import { fromOpenAi } from "../event/formats/openai.ts";
import { fromUiMessages } from "../event/formats/ui-messages.ts";
import { isObject, type NewEvent, type SessionUid, uuidV7 } from "../event/index.ts";
import { linesOf } from "../event/lines.ts";
import { scopeOf } from "../state/index.ts";
import { type LoadedEvent, type LoadPlan, sessionName, withoutUserKeys } from "../store/ports/index.ts";
import { draftEvents } from "./draft-events.ts";
import { type ParsedSession, parseEvent, parseHeader } from "./import-lines.ts";
import type { Platform } from "./platform.ts";
import { nameOf, type SessionRef } from "./session-ref.ts";

/** The text of an export, in lines or in chunks of any size, or an array of messages in a foreign form. */
export type ImportSource = string | Iterable<string> | AsyncIterable<string> | readonly object[];

export interface ImportOptions {
	/** Recognised from the content where not given. */
	format?: "holdfast" | "openai" | "ai-sdk" | undefined;
	/** What to do with a session that exists. Default `fail`. */
	onConflict?: "fail" | "skip" | "replace" | undefined;
	/** Where to put the session. Needed for arrays of messages; an export says it itself. */
	to?: SessionRef | undefined;
}

export interface ImportReport {
	created: number;
	replaced: number;
	skipped: number;
	events: number;
}

const optionsSchema = z.strictObject({
	format: z.enum(["holdfast", "openai", "ai-sdk"]).optional(),
	onConflict: z.enum(["fail", "skip", "replace"]).default("fail"),
	to: z.custom<SessionRef>(isObject).optional(),
});
type Options = z.output<typeof optionsSchema>;

async function load(platform: Platform, plan: LoadPlan, report: ImportReport): Promise<void> {
	const result = await platform.store.sessions.load(plan);
	report[result] += 1;
	if (result !== "skipped") report.events += plan.events.length;
}

const linesSchema = z.custom<string | Iterable<string> | AsyncIterable<string>>(
	(source) =>
		typeof source === "string" ||
		(typeof source === "object" &&
			source !== null &&
			(Symbol.asyncIterator in source || Symbol.iterator in source)),
	{ error: "must be lines of an export (text, or an iterable of text), or an array of messages" },
);

/** An event of a user's session, for one that belongs to nobody. */
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

/** Own format. Each session is stored whole or not at all; an error names the line and carries the report so far. */
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
			: sessionName(platform.tenant, header.agentId, header.userId, header.sessionId);
		const toNobody = header.userId !== undefined && name.userId === undefined;
		const events = toNobody ? rest.events.map(leaveUserKeys) : rest.events;
		await load(platform, { ...rest, events, name, onConflict }, report);
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
				throw new HoldfastError("invalid", `${what}: a second session; \`to\` can take only one`);
			}
			session = parseHeader(value, what);
			continue;
		}
		if (!session) throw new HoldfastError("invalid", `${what}: an event before any session header`);
		const expected = session.base + session.events.length;
		session.events.push(parseEvent(value, what, expected, platform.store.capabilities.limits.eventBytes));
	}
	await finish("the last line");
}

/** Messages of another library become the log of one new session. */
async function importMessages(
	platform: Platform,
	events: NewEvent[],
	{ onConflict, to }: Options,
	report: ImportReport,
): Promise<void> {
	if (!to)
		throw new HoldfastError(
			"invalid",
			"an array of messages does not say where it belongs: give `to: { agentId, sessionId }`",
		);
	const now = Date.now();
	const { eventBytes } = platform.store.capabilities.limits;
	const limits = { eventBytes, batchEvents: Number.POSITIVE_INFINITY };
	const drafts = events.length === 0 ? [] : draftEvents(events, { limits, now });
	const plan: LoadPlan = {
		name: nameOf(platform, to),
		uid: uuidV7(now) as SessionUid,
		mode: "auto",
		title: undefined,
		metadata: {},
		baseState: new Map(),
		base: 0,
		head: drafts.length,
		lastRunId: undefined,
		createdAt: now,
		updatedAt: now,
		endedAt: undefined,
		events: drafts.map((draft, i) => ({ ...draft, offset: i })),
		onConflict,
	};
	await load(platform, plan, report);
}

function asMessages(source: ImportSource): readonly object[] | undefined {
	return Array.isArray(source) && source.length > 0 && source.every(isObject) ? source : undefined;
}

export async function importSessions(
	platform: Platform,
	source: ImportSource,
	given: ImportOptions = {},
): Promise<ImportReport> {
	const options = parse(optionsSchema, given, "import options");
	const report: ImportReport = { created: 0, replaced: 0, skipped: 0, events: 0 };
	try {
		if (options.format === "openai" || options.format === "ai-sdk" || asMessages(source)) {
			const messages = asMessages(source) ?? parse(z.array(z.custom<object>(isObject)), source, "messages");
			const ui =
				options.format === "ai-sdk" ||
				(options.format === undefined && messages.every((message) => "parts" in message));
			await importMessages(platform, ui ? fromUiMessages(messages) : fromOpenAi(messages), options, report);
		} else {
			const lines = parse(linesSchema, source, "source");
			await importLines(platform, typeof lines === "string" ? [lines] : lines, options, report);
		}
	} catch (error) {
		if (!HoldfastError.isInstance(error)) throw error;
		throw new HoldfastError(error.code, error.message, { ...error.fields, report }, { cause: error });
	}
	return report;
}
