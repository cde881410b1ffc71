import { HoldfastError } from "../../error/index.ts";
import type { Holdfast } from "../../interface.ts";
import { isOwnLine, peekLine } from "../../session/import-text.ts";
import type { ImportFormat, ImportReport, SessionRef } from "../../session/index.ts";
import type { TenantImportReport } from "../../transfer/index.ts";
import { importTenantLines, isTenantLine } from "./import-tenant.ts";
import { textOf } from "./read-text.ts";
import { type SessionLines, splitSessions } from "./split-sessions.ts";

export interface FileImportOptions {
	/** Detected from the content by default. */
	format?: ImportFormat | undefined;
	/** What to do if a session exists. Default `fail`. */
	onConflict?: "fail" | "skip" | "replace" | undefined;
	/** The agent, instead of the one in the file. */
	agentId?: string | undefined;
	/** The user, instead of the one in the file; null for no user. */
	userId?: string | null | undefined;
	sessionId?: string | undefined;
	/** Ends the import between two sessions. */
	signal?: AbortSignal | undefined;
	onProgress?(progress: ImportProgress): void;
}

export interface ImportProgress {
	/** Bytes read so far. */
	bytes: number;
	/** Sessions and facts stored so far. */
	done: number;
	/** The total, if known. */
	of?: number | undefined;
}

export interface FileImportReport extends ImportReport {
	/** For the export of a tenant: counts of everything that was imported. */
	tenant?: TenantImportReport | undefined;
}

/** An import in progress. */
interface Work {
	hf: Holdfast;
	options: FileImportOptions;
	report: FileImportReport;
	/** Counts a stored session and reports the progress. Throws if the import was cancelled. */
	stored(part: ImportReport): void;
	/** Reports the progress. */
	progressed(done: number, of: number | undefined): void;
}

/**
 * Imports a file of any known format. Each session is stored completely or not at all. An error contains the report of
 * what was stored before it. An export of Holdfast is read session by session, however long it is. Other formats are read
 * completely and checked before anything is stored.
 */
export async function importFile(
	hf: Holdfast,
	bytes: AsyncIterable<Uint8Array>,
	options: FileImportOptions = {},
): Promise<FileImportReport> {
	const report: FileImportReport = {
		format: options.format ?? "holdfast",
		created: 0,
		replaced: 0,
		skipped: 0,
		events: 0,
		facts: 0,
		warnings: [],
	};
	let bytesRead = 0;
	const work: Work = {
		hf,
		options,
		report,
		stored(part) {
			for (const name of ["created", "replaced", "skipped", "events", "facts"] as const)
				report[name] += part[name];
			const { created, replaced, skipped, facts } = report;
			options.onProgress?.({ bytes: bytesRead, done: created + replaced + skipped + facts, of: undefined });
			options.signal?.throwIfAborted();
		},
		progressed(done, of) {
			options.onProgress?.({ bytes: bytesRead, done, of });
		},
	};
	try {
		const text = textOf(bytes, (read) => {
			bytesRead += read;
		});
		const { line, all } = await peekLine(text);
		const isOwn =
			options.format === undefined ? line === "" || isOwnLine(line) : options.format === "holdfast";
		if (isTenantLine(line)) await importTenant(work, all);
		else if (isOwn) await importSessions(work, all);
		else await importForeign(work, all);
	} catch (error) {
		throw withReport(error, options.signal, report);
	}
	return report;
}

/** Replaces options of the library in messages with options of the command. */
const IN_WORDS: readonly (readonly [string, string])[] = [
	['import with onConflict "skip" or "replace"', "give --on-conflict skip or replace"],
	["`agentId` and `sessionId`, or `to` with both", "--agent and --session"],
	["`userId: null`", '--user ""'],
	["`agentId`", "--agent"],
	["`userId`", "--user"],
	["`sessionId`", "--session"],
	["`format`", "--format"],
];

function withReport(error: unknown, signal: AbortSignal | undefined, counted: ImportReport): unknown {
	const own = HoldfastError.isInstance(error) ? (error.fields.report as ImportReport | undefined) : undefined;
	// For an export that is read session by session, the report of the library covers only one session.
	const report = counted.created + counted.replaced + counted.skipped > 0 ? counted : (own ?? counted);
	if (signal?.aborted)
		return new HoldfastError("cancelled", "the import was interrupted", { report }, { cause: error });
	if (!HoldfastError.isInstance(error)) return error;
	const message = IN_WORDS.reduce((said, [ours, typed]) => said.replaceAll(ours, typed), error.message);
	return new HoldfastError(error.code, message, { ...error.fields, report }, { cause: error });
}

/** Imports the export of a whole tenant. The file names the agents, users and sessions. */
async function importTenant(work: Work, pieces: AsyncIterable<string>): Promise<void> {
	const { hf, options, report } = work;
	if ([options.agentId, options.userId, options.sessionId].some((one) => one !== undefined))
		throw new HoldfastError(
			"invalid",
			"the file is the export of a tenant, which names its agents, users and sessions; remove --agent, --user and --session",
		);
	await importTenantLines(hf, pieces, options.onConflict, (tenant) => {
		const { sessions, events, facts } = tenant;
		Object.assign(report, { ...sessions, events, facts, tenant });
		const done = sessions.created + sessions.replaced + sessions.skipped + facts;
		work.progressed(done, undefined);
		options.signal?.throwIfAborted();
	});
}

/** Imports an export of sessions. */
async function importSessions(work: Work, pieces: AsyncIterable<string>): Promise<void> {
	const { hf, options, report } = work;
	for await (const session of splitSessions(pieces)) {
		if (options.sessionId !== undefined && report.created + report.replaced + report.skipped > 0)
			throw new HoldfastError(
				"invalid",
				`line ${session.from}: a second session begins, but --session names only one`,
			);
		const to = ownTarget(session, options);
		try {
			// With line ends, so that empty lines stay lines.
			const lines = session.lines.map((line) => `${line}\n`);
			work.stored(
				await hf.sessions.import(lines, { format: "holdfast", onConflict: options.onConflict, to }),
			);
		} catch (error) {
			throw inFile(error, session);
		}
	}
}

/** The user from the options, or the one in the file. */
const userOf = <T>({ userId }: FileImportOptions, said: T): T | string | undefined =>
	userId === null ? undefined : (userId ?? said);

/** The target session, if the options change the one in the file. */
function ownTarget({ header }: SessionLines, options: FileImportOptions): SessionRef | undefined {
	const { agentId = header?.agentId, sessionId = header?.sessionId } = options;
	const userId = userOf(options, header?.userId);
	const isAsked = [options.agentId, options.userId, options.sessionId].some((one) => one !== undefined);
	if (!isAsked || !header) return undefined;
	return { agentId, sessionId, ...(userId !== undefined && { userId }) } as SessionRef;
}

/** Changes line numbers of a session to line numbers of the file, because each session is imported separately. */
function inFile(error: unknown, { from, lines }: SessionLines): unknown {
	if (!HoldfastError.isInstance(error)) return error;
	const message = error.message
		.replace(/^line (\d+)/, (_, number) => `line ${from + Number(number) - 1}`)
		.replace(/^the last line/, `line ${from + lines.length - 1}`);
	return new HoldfastError(error.code, message, error.fields, { cause: error });
}

/** Imports the export of another system. The library reads and stores it. */
async function importForeign(work: Work, pieces: AsyncIterable<string>): Promise<void> {
	const { hf, options, report } = work;
	const { format, onConflict, agentId, userId, sessionId, signal } = options;
	let told = 0;
	const stored = await hf.sessions.import(pieces, {
		format,
		onConflict,
		agentId,
		userId,
		sessionId,
		signal,
		onProgress({ done, of }) {
			told = done;
			work.progressed(done, of);
		},
	});
	Object.assign(report, stored);
	// A server reports no progress before the end.
	const done = stored.created + stored.replaced + stored.skipped + stored.facts;
	if (told < done) work.progressed(done, done);
}
