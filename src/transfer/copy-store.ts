import { hash } from "node:crypto";
import { z } from "zod";
import { HoldfastError, parse } from "../error/index.ts";
import { isObject, type TenantId } from "../event/index.ts";
import { type Store, TRANSFER_KINDS, type TransferKind } from "../store/ports/index.ts";
import { bringOver, digestOf, hasRows, MARK, removeGone, tenantsOf } from "./copy-rows.ts";

/** Options of a copy. */
export interface CopyOptions {
	/**
	 * A stable name of the source, e.g. its path or URL. An unfinished copy can only continue from a source of the
	 * same name. Default: the name of the kind of store.
	 */
	source?: string | undefined;
	/** Called after each page of rows. */
	onProgress?: ((progress: CopyProgress) => void) | undefined;
	/** Stops the copy between two pages. Run it again to continue. */
	signal?: AbortSignal | undefined;
}

/** Progress of a copy. */
export interface CopyProgress {
	/** Whether rows are copied or compared. */
	phase: "copy" | "verify";
	/** Tenants that are done in this phase. */
	tenants: number;
	/** Total number of tenants. */
	of: number;
	/** The kind of rows in progress. */
	kind: TransferKind;
	/** Rows of the source that are done in this phase. */
	rows: number;
}

/** One comparison: all rows of a kind of one tenant, in both stores. */
export interface CopiedKind {
	/** The tenant. */
	tenant: string;
	/** The kind of rows. */
	kind: TransferKind;
	/** Number of rows. */
	rows: number;
	/** Equal for equal rows. */
	hash: string;
}

/** The result of a copy. */
export interface CopyReport {
	/** Number of tenants. */
	tenants: number;
	/** Rows that source and target have now. */
	rows: number;
	/** Rows that this run copied. The others were there from an earlier run. */
	written: number;
	/** Rows that were deleted from the target, because the source does not have them any more. */
	removed: number;
	/** Every kind of every tenant, counted and compared. */
	verified: CopiedKind[];
}

const options = z.strictObject({
	source: z.string().min(1).max(4_096).optional(),
	onProgress: z.custom<(progress: CopyProgress) => void>((value) => typeof value === "function").optional(),
	signal: z.instanceof(AbortSignal).optional(),
});

const storeSchema = z.custom<Store>((value) => isObject(value) && "transfer" in value, {
	error: "must be a store",
});

/** A copy in progress. */
interface Copying {
	from: Store;
	to: Store;
	source: string;
	/** Counts rows and reports progress. Throws if the copy was stopped. */
	page(phase: CopyProgress["phase"], kind: TransferKind): (rows: number) => void;
	tenantDone(): void;
}

/**
 * Copies all tenants from one store to another: sessions with their events byte for byte, state, users, runs and
 * spans, facts with their history, search entries, jobs, deliveries, keys, tokens and secrets.
 *
 * The target must be empty, or an unfinished copy of the same source. In that case, existing rows are compared, and
 * only missing or changed ones are copied. At the end, both stores are counted and compared. If the source has
 * changed meanwhile, this fails with `conflict`: stop the writers and run the copy again. The source is only read.
 *
 * @example
 * ```ts
 * import { copyStore } from "holdfast";
 * import { postgres } from "holdfast/postgres";
 * import { sqlite } from "holdfast/sqlite";
 *
 * const report = await copyStore(sqlite("./holdfast.db"), postgres("postgres://app:secret@db.example.com/app"), {
 *   source: "./holdfast.db",
 * });
 * console.log(`${report.tenants} tenants, ${report.rows} rows, all compared`);
 * ```
 */
export async function copyStore(from: Store, to: Store, given: CopyOptions = {}): Promise<CopyReport> {
	const { source, onProgress, signal } = parse(options, given, "copy options");
	parse(storeSchema, from, "from");
	parse(storeSchema, to, "to");
	if (from === to) throw new HoldfastError("invalid", "source and target are the same store");
	await from.open();
	try {
		await to.open();
		try {
			return await copy(from, to, source ?? from.name, onProgress, signal);
		} finally {
			await to.close();
		}
	} catch (error) {
		if (!signal?.aborted) throw error;
		throw new HoldfastError(
			"cancelled",
			"the copy was interrupted; run it again to continue",
			{},
			{ cause: error },
		);
	} finally {
		await from.close();
	}
}

async function copy(
	from: Store,
	to: Store,
	source: string,
	onProgress: CopyOptions["onProgress"],
	signal: AbortSignal | undefined,
): Promise<CopyReport> {
	await checkTarget(to, source);
	await writeMark(to, { source, finished: false });
	// Tenants that only the target has were in the source when the copy began.
	const tenants = [...new Set([...(await tenantsOf(from)), ...(await tenantsOf(to))])];
	const progress: CopyProgress = { phase: "copy", tenants: 0, of: tenants.length, kind: "users", rows: 0 };
	const copying: Copying = {
		from,
		to,
		source,
		page(phase, kind) {
			if (progress.phase !== phase) Object.assign(progress, { phase, tenants: 0, rows: 0 });
			return (rows) => {
				signal?.throwIfAborted();
				progress.rows += rows;
				progress.kind = kind;
				onProgress?.({ ...progress });
			};
		},
		tenantDone() {
			progress.tenants += 1;
		},
	};
	const counts = { written: 0, removed: 0 };
	for (const tenant of tenants) {
		signal?.throwIfAborted();
		// Deletes first: new rows may need the names of deleted ones.
		for (const kind of TRANSFER_KINDS)
			counts.removed += await removeGone(from, to, tenant, kind, copying.page("copy", kind));
		for (const kind of TRANSFER_KINDS)
			counts.written += await bringOver(from, to, tenant, kind, copying.page("copy", kind));
		copying.tenantDone();
	}
	return verify(copying, counts);
}

/** Counts and compares everything. */
async function verify(copying: Copying, counts: { written: number; removed: number }): Promise<CopyReport> {
	const { from, to, source } = copying;
	const tenants = [...new Set([...(await tenantsOf(from)), ...(await tenantsOf(to))])];
	const verified: CopiedKind[] = [];
	const differences: { tenant: string; kind: TransferKind; source: number; target: number }[] = [];
	const withRows = new Set<string>();
	for (const tenant of tenants) {
		for (const kind of TRANSFER_KINDS) {
			const page = copying.page("verify", kind);
			const original = await digestOf(from, tenant, kind, page);
			const copied = await digestOf(to, tenant, kind, () => page(0));
			if (original.hash !== copied.hash || original.rows !== copied.rows)
				differences.push({ tenant, kind, source: original.rows, target: copied.rows });
			else if (copied.rows > 0) verified.push({ tenant, kind, ...copied });
			if (copied.rows > 0) withRows.add(tenant);
		}
		copying.tenantDone();
	}
	if (differences.length > 0) throw changed(differences);
	await writeMark(to, { source, finished: true, hash: sumOf(verified) });
	const rows = verified.reduce((sum, one) => sum + one.rows, 0);
	return { tenants: withRows.size, rows, ...counts, verified };
}

function changed(
	differences: { tenant: string; kind: string; source: number; target: number }[],
): HoldfastError {
	const [first] = differences;
	const shown =
		first && `${first.kind} of tenant "${first.tenant}": ${first.source} rows against ${first.target}`;
	return new HoldfastError(
		"conflict",
		`the source changed during the copy, and the copy differs (${shown}): stop all writers to the source and the target, then run the copy again; it copies only the differences`,
		{ precondition: "unchanged", differences: differences.slice(0, 100) },
	);
}

const sumOf = (kinds: readonly CopiedKind[]): string =>
	hash("sha256", JSON.stringify(kinds.map(({ tenant, kind, rows, hash }) => [tenant, kind, rows, hash])));

const markSchema = z.object({ source: z.string(), finished: z.boolean(), hash: z.string().optional() });
type Mark = z.output<typeof markSchema>;

async function writeMark(to: Store, { source, finished, hash }: Mark): Promise<void> {
	const body = { source, finished, ...(hash !== undefined && { hash }) };
	await to.documents.put({
		tenant: MARK.tenant,
		document: { kind: MARK.kind, id: MARK.id, body },
		expect: undefined,
		at: Date.now(),
	});
}

/** Rejects a target with data that is not from a copy of this source. */
async function checkTarget(to: Store, source: string): Promise<void> {
	const found = await to.documents.get(MARK.tenant, MARK.kind, MARK.id);
	const mark = found && markSchema.parse(found.body);
	const refuse = (precondition: string, message: string): never => {
		throw new HoldfastError("conflict", message, { precondition });
	};
	const tenants = await tenantsOf(to);
	if (!mark) {
		const used = await firstUsed(to, tenants);
		if (used === undefined) return;
		refuse("empty", `the target is not empty: it has data of tenant "${used}"; use an empty store`);
	}
	if (mark && mark.source !== source)
		refuse("source", `the target is a copy of ${mark.source}, not of ${source}; use an empty store`);
	if (mark?.finished && mark.hash !== (await sumOfStore(to, tenants)))
		refuse(
			"untouched",
			"the target is a finished copy that has changed since; copying again would undo the changes: use an empty store",
		);
}

async function firstUsed(store: Store, tenants: readonly TenantId[]): Promise<string | undefined> {
	for (const tenant of tenants)
		for (const kind of TRANSFER_KINDS) if (await hasRows(store, tenant, kind)) return tenant;
	return undefined;
}

async function sumOfStore(store: Store, tenants: readonly TenantId[]): Promise<string> {
	const kinds: CopiedKind[] = [];
	for (const tenant of tenants) {
		for (const kind of TRANSFER_KINDS) {
			const digest = await digestOf(store, tenant, kind, () => {});
			if (digest.rows > 0) kinds.push({ tenant, kind, ...digest });
		}
	}
	return sumOf(kinds);
}
