import { HoldfastError } from "../../error/index.ts";
import type { Conversation } from "../../event/formats/conversation.ts";
import { fromLangGraph } from "../../event/formats/langgraph.ts";
import { fromMastra, type WorkingMemory } from "../../event/formats/mastra.ts";
import { isObject } from "../../event/index.ts";
import type { Holdfast } from "../../interface.ts";
import { fromMem0, type OwnedFact } from "../../memory/formats/mem0.ts";
import type { ImportReport, SessionRef } from "../../session/index.ts";
import { conversationLines } from "./conversation-lines.ts";
import { importFacts, inPieces, type PlacedFact } from "./import-facts.ts";
import { peekLine, readJson, textOf } from "./read-text.ts";
import { FORMATS, type ForeignFormat, type Format, recogniseFormat } from "./recognise-format.ts";
import { headerOf, type SessionLines, splitSessions } from "./split-sessions.ts";

export interface FileImportOptions {
	/** Recognised from the content where not given. */
	format?: Format | undefined;
	/** What to do with a session that exists. Default `fail`. */
	onConflict?: "fail" | "skip" | "replace" | undefined;
	/** Where it goes, instead of where the file says. */
	agentId?: string | undefined;
	/** null: nobody, whatever the file says. */
	userId?: string | null | undefined;
	sessionId?: string | undefined;
	/** Ends the import between two sessions. */
	signal?: AbortSignal | undefined;
	onProgress?(progress: ImportProgress): void;
}

export interface ImportProgress {
	/** Read so far. */
	bytes: number;
	/** Sessions and facts that are done. */
	done: number;
	/** Of so many, where that is known. */
	of?: number | undefined;
}

export interface FileImportReport extends ImportReport {
	format: Format;
	facts: number;
}

/** An import under way. */
interface Work {
	hf: Holdfast;
	options: FileImportOptions;
	report: FileImportReport;
	/** Counts what was stored, and tells it; ends here when nobody wants more. */
	stored(part: Partial<ImportReport> & { facts?: number }, of?: number): void;
}

/**
 * Imports a file of any known format. Each session is stored whole or not at all; an error carries the report of what is in
 * already. An export of Holdfast is read session by session, however long it is; others are read whole, and checked before
 * anything is stored.
 */
export async function importFile(
	hf: Holdfast,
	bytes: AsyncIterable<Uint8Array>,
	options: FileImportOptions = {},
): Promise<FileImportReport> {
	const report: FileImportReport = {
		...{ format: options.format ?? "holdfast", created: 0, replaced: 0, skipped: 0, events: 0, facts: 0 },
	};
	const progress: ImportProgress = { bytes: 0, done: 0 };
	const work: Work = {
		...{ hf, options, report },
		stored(part, of) {
			for (const name of ["created", "replaced", "skipped", "events", "facts"] as const)
				report[name] += part[name] ?? 0;
			const { created, replaced, skipped, facts } = report;
			options.onProgress?.({ ...progress, done: created + replaced + skipped + facts, of });
			options.signal?.throwIfAborted();
		},
	};
	try {
		const text = textOf(bytes, (read) => {
			progress.bytes += read;
		});
		const { line, all } = await peekLine(text);
		const isOwn =
			options.format === undefined
				? line === "" || headerOf(line) !== undefined
				: options.format === "holdfast";
		if (isOwn) await importSessions(work, all);
		else await importForeign(work, await readJson(all));
	} catch (error) {
		throw withReport(error, options.signal, report);
	}
	return report;
}

function withReport(error: unknown, signal: AbortSignal | undefined, report: FileImportReport): unknown {
	if (signal?.aborted)
		return new HoldfastError("cancelled", "the import was interrupted", { report }, { cause: error });
	// What is read step by step down runs out of steps.
	if (error instanceof RangeError)
		return new HoldfastError("invalid", "the file is nested too deeply", { report }, { cause: error });
	if (!HoldfastError.isInstance(error)) return error;
	// The library speaks of its options; here they are typed.
	const message = error.message.replace(
		'import with onConflict "skip" or "replace"',
		"give --on-conflict skip or replace",
	);
	return new HoldfastError(error.code, message, { ...error.fields, report }, { cause: error });
}

/** An export of Holdfast. */
async function importSessions(work: Work, pieces: AsyncIterable<string>): Promise<void> {
	const { hf, options, report } = work;
	for await (const session of splitSessions(pieces)) {
		if (options.sessionId !== undefined && report.created + report.replaced + report.skipped > 0)
			throw new HoldfastError(
				"invalid",
				`line ${session.from}: a second session; --session can take only one`,
			);
		const to = ownTarget(session, options);
		try {
			// Lines with their ends: an empty one among them stays one.
			const lines = session.lines.map((line) => `${line}\n`);
			work.stored(
				await hf.sessions.import(lines, { format: "holdfast", onConflict: options.onConflict, to }),
			);
		} catch (error) {
			throw inFile(error, session);
		}
	}
}

/** The user that was asked for, or the one that the file says. */
const userOf = <T>({ userId }: FileImportOptions, said: T): T | string | undefined =>
	userId === null ? undefined : (userId ?? said);

/** Another name than the file's, as far as one was asked for. */
function ownTarget({ header }: SessionLines, options: FileImportOptions): SessionRef | undefined {
	const { agentId = header?.agentId, sessionId = header?.sessionId } = options;
	const userId = userOf(options, header?.userId);
	const isAsked = [options.agentId, options.userId, options.sessionId].some((one) => one !== undefined);
	if (!isAsked || !header) return undefined;
	return { agentId, sessionId, ...(userId !== undefined && { userId }) } as SessionRef;
}

/** The error by the lines of the file: each session is imported for itself. */
function inFile(error: unknown, { from, lines }: SessionLines): unknown {
	if (!HoldfastError.isInstance(error)) return error;
	const message = error.message
		.replace(/^line (\d+)/, (_, number) => `line ${from + Number(number) - 1}`)
		.replace(/^the last line/, `line ${from + lines.length - 1}`);
	return new HoldfastError(error.code, message, error.fields, { cause: error });
}

async function importForeign(work: Work, value: unknown): Promise<void> {
	const format = work.options.format ?? recogniseFormat(value);
	if (format === undefined || format === "holdfast") throw unknownFormat();
	work.report.format = format;
	await READERS[format](work, value);
}

const unknownFormat = (): HoldfastError =>
	new HoldfastError(
		"invalid",
		`the file is of no format that is known here (${FORMATS.join(", ")}); say which with --format if it should be`,
	);

const READERS: Record<ForeignFormat, (work: Work, value: unknown) => Promise<void>> = {
	openai: (work, value) => importMessages(work, value, "openai"),
	"ai-sdk": (work, value) => importMessages(work, value, "ai-sdk"),
	langgraph: (work, value) => importConversations(work, fromLangGraph(value)),
	mastra: async (work, value) => {
		const { conversations, workingMemory } = fromMastra(value);
		const facts = placeFacts(work, workingMemory.flatMap(toFacts));
		await importConversations(work, conversations, facts);
	},
	mem0: async (work, value) => importConversations(work, [], placeFacts(work, fromMem0(value))),
};

/** What Mastra kept of a user is the user's; it names no single facts. */
const toFacts = ({ userId, text }: WorkingMemory, i: number): OwnedFact[] =>
	inPieces(text).map((content) => ({
		...{ what: `resources[${i}].workingMemory`, userId },
		fact: { content, kind: "profile", source: "mastra" },
	}));

async function importMessages(work: Work, value: unknown, format: "openai" | "ai-sdk"): Promise<void> {
	const { hf, options } = work;
	const { agentId, sessionId, onConflict } = options;
	const userId = userOf(options, undefined);
	if (agentId === undefined || sessionId === undefined)
		throw new HoldfastError(
			"invalid",
			"messages do not say where they belong: name it with --agent and --session",
		);
	const to = { agentId, sessionId, ...(userId !== undefined && { userId }) };
	const messages = isObject(value) && Array.isArray(value.messages) ? value.messages : value;
	const source = messages as readonly object[];
	work.stored(await hf.sessions.import(source, { format, onConflict, to }), 1);
}

function placeFacts({ options }: Work, facts: readonly OwnedFact[]): PlacedFact[] {
	return facts.map((one) => {
		const agentId = options.agentId ?? one.agentId;
		const userId = userOf(options, one.userId);
		if (agentId === undefined) throw noAgent(one.what);
		// A fact without a user is told to everybody: it has to be meant.
		if (userId === undefined && one.agentId === undefined && options.userId !== null)
			throw new HoldfastError(
				"invalid",
				`${one.what}: says neither a user nor an agent; say whose it is with --user, or with --user "" that everybody may know it`,
			);
		return { ...one, agentId, userId };
	});
}

const noAgent = (what: string): HoldfastError =>
	new HoldfastError("invalid", `${what}: names no agent; say which with --agent`);

function placeOf({ options }: Work, conversation: Conversation): SessionRef {
	const { what } = conversation;
	const agentId = options.agentId ?? conversation.agentId;
	const userId = userOf(options, conversation.userId);
	const sessionId = options.sessionId ?? conversation.sessionId;
	if (agentId === undefined) throw noAgent(what);
	if (sessionId === undefined)
		throw new HoldfastError("invalid", `${what}: has no id; name the session with --session`);
	return { agentId, ...(userId !== undefined && { userId }), sessionId };
}

async function importConversations(
	work: Work,
	conversations: readonly Conversation[],
	facts: readonly PlacedFact[] = [],
): Promise<void> {
	const { hf, options } = work;
	if (options.sessionId !== undefined && conversations.length > 1)
		throw new HoldfastError(
			"invalid",
			`there are ${conversations.length} conversations; --session can take only one`,
		);
	const placed = conversations.map((conversation) => ({ conversation, to: placeOf(work, conversation) }));
	const of = conversations.length + facts.length;
	for (const { conversation, to } of placed) {
		const lines = conversationLines(conversation, to);
		try {
			work.stored(
				await hf.sessions.import(lines, { format: "holdfast", onConflict: options.onConflict }),
				of,
			);
		} catch (error) {
			throw inConversation(error, conversation.what);
		}
	}
	await importFacts(hf, facts, (written) => work.stored({ facts: written }, of));
}

/** The error in words of the file: its first line is the session, the others are its events. */
function inConversation(error: unknown, what: string): unknown {
	if (!HoldfastError.isInstance(error)) return error;
	const message = error.message.replace(/^line (\d+)/, (_, number) =>
		number === "1" ? what : `${what}, event ${Number(number) - 2}`,
	);
	return new HoldfastError(error.code, message, error.fields, { cause: error });
}
