import { HoldfastError } from "../../error/index.ts";
import type { Holdfast } from "../../interface.ts";
import { isOwnLine, peekLine } from "../../session/import-text.ts";
import type { ImportFormat, ImportReport, SessionRef } from "../../session/index.ts";
import type { TenantImportReport } from "../../transfer/index.ts";
import { importTenantLines, isTenantLine } from "./import-tenant.ts";
import { textOf } from "./read-text.ts";
import { type SessionLines, splitSessions } from "./split-sessions.ts";

export interface FileImportOptions {
	/** Recognised from the content where not given. */
	format?: ImportFormat | undefined;
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
	/** Of an export of a tenant: all that came in. */
	tenant?: TenantImportReport | undefined;
}

/** An import under way. */
interface Work {
	hf: Holdfast;
	options: FileImportOptions;
	report: FileImportReport;
	/** Counts a session that was stored, and tells it; ends here when nobody wants more. */
	stored(part: ImportReport): void;
	/** Tells how much is stored. */
	progressed(done: number, of: number | undefined): void;
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
		warnings: [],
	};
	let bytesRead = 0;
	const work: Work = {
		...{ hf, options, report },
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

/** The library speaks of its options; here they are typed. */
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
	// The library reports all that it did; of an export that is read session by session it knows one.
	const report = counted.created + counted.replaced + counted.skipped > 0 ? counted : (own ?? counted);
	if (signal?.aborted)
		return new HoldfastError("cancelled", "the import was interrupted", { report }, { cause: error });
	if (!HoldfastError.isInstance(error)) return error;
	const message = IN_WORDS.reduce((said, [ours, typed]) => said.replaceAll(ours, typed), error.message);
	return new HoldfastError(error.code, message, { ...error.fields, report }, { cause: error });
}

/** An export of a whole tenant. It says itself where everything goes. */
async function importTenant(work: Work, pieces: AsyncIterable<string>): Promise<void> {
	const { hf, options, report } = work;
	if ([options.agentId, options.userId, options.sessionId].some((one) => one !== undefined))
		throw new HoldfastError(
			"invalid",
			"an export of a tenant says itself where everything goes: leave out --agent, --user and --session",
		);
	await importTenantLines(hf, pieces, options.onConflict, (tenant) => {
		const { sessions, events, facts } = tenant;
		Object.assign(report, { ...sessions, events, facts, tenant });
		const done = sessions.created + sessions.replaced + sessions.skipped + facts;
		work.progressed(done, undefined);
		options.signal?.throwIfAborted();
	});
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

/** What another system gave out: the library reads it, and stores it. */
async function importForeign(work: Work, pieces: AsyncIterable<string>): Promise<void> {
	const { hf, options, report } = work;
	const { format, onConflict, agentId, userId, sessionId, signal } = options;
	let told = 0;
	const stored = await hf.sessions.import(pieces, {
		...{ format, onConflict, agentId, userId, sessionId, signal },
		onProgress({ done, of }) {
			told = done;
			work.progressed(done, of);
		},
	});
	Object.assign(report, stored);
	// A server says nothing before the end.
	const done = stored.created + stored.replaced + stored.skipped + stored.facts;
	if (told < done) work.progressed(done, done);
}
