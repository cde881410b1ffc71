import { hash } from "node:crypto";
import { z } from "zod";
import { HoldfastError, parse } from "../error/index.ts";
import { isObject, type TenantId } from "../event/index.ts";
import { type Store, TRANSFER_KINDS, type TransferKind } from "../store/ports/index.ts";
import { bringOver, digestOf, hasRows, MARK, removeGone, tenantsOf } from "./copy-rows.ts";

export interface CopyOptions {
	/**
	 * A name of the source that stays the same, such as its path or address. A copy that was begun goes on only from the source
	 * of the same name. Default: the name of the sort of store.
	 */
	source?: string | undefined;
	/** Called after each page of rows. */
	onProgress?: ((progress: CopyProgress) => void) | undefined;
	/** Ends the copy between two pages. Run it again to go on. */
	signal?: AbortSignal | undefined;
}

export interface CopyProgress {
	phase: "copy" | "verify";
	/** Tenants that are done in this phase, of all. */
	tenants: number;
	of: number;
	/** The kind of rows that is at hand. */
	kind: TransferKind;
	/** Rows of the source that are done in this phase. */
	rows: number;
}

/** What was compared: all rows of a kind that a tenant has, in both stores. */
export interface CopiedKind {
	tenant: string;
	kind: TransferKind;
	rows: number;
	/** Equal for equal rows. */
	hash: string;
}

export interface CopyReport {
	tenants: number;
	/** Rows that source and target have now. */
	rows: number;
	/** Rows that this run brought over. The rest was there from a run before. */
	written: number;
	/** Rows that went, since the source has them no more. */
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

/** A copy under way. */
interface Copying {
	from: Store;
	to: Store;
	source: string;
	/** Counts rows, tells of them, and ends here when nobody wants more. */
	page(phase: CopyProgress["phase"], kind: TransferKind): (rows: number) => void;
	tenantDone(): void;
}

/**
 * Copies a whole installation, every tenant with all it has, from one store to another: sessions with their events byte for
 * byte, state, users, runs and spans, facts with their history, search entries, jobs, deliveries, keys, tokens and secrets.
 *
 * The target must be empty, or a copy that was begun from the same source: then what is there is compared, and only what is
 * missing or has changed is brought over. At the end both stores are counted and compared. If the source has changed
 * meanwhile, that fails with `conflict`: stop what writes to it and run the copy again. The source is only read.
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
			"the copy was interrupted; run it again to go on",
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
	// Those that only the target has are of a source that had them when the copy began.
	const tenants = [...new Set([...(await tenantsOf(from)), ...(await tenantsOf(to))])];
	const progress: CopyProgress = { phase: "copy", tenants: 0, of: tenants.length, kind: "users", rows: 0 };
	const copying: Copying = {
		...{ from, to, source },
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
		// First what is gone: what comes may need its name.
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
		`the source changed while it was copied, so that the copy differs (${shown}): stop what writes to the source, and to the target, and run the copy again; it brings over what changed`,
		{ precondition: "unchanged", differences: differences.slice(0, 100) },
	);
}

const sumOf = (kinds: readonly CopiedKind[]): string =>
	hash("sha256", JSON.stringify(kinds.map(({ tenant, kind, rows, hash }) => [tenant, kind, rows, hash])));

const markSchema = z.object({ source: z.string(), finished: z.boolean(), hash: z.string().optional() });
type Mark = z.output<typeof markSchema>;

async function writeMark(to: Store, { source, finished, hash }: Mark): Promise<void> {
	const body = { source, finished, ...(hash !== undefined && { hash }) };
	await to.documents.put(MARK.tenant, { kind: MARK.kind, id: MARK.id, body }, undefined, Date.now());
}

/** Refuses a target that holds what no copy from this source has brought. */
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
		refuse("empty", `the target is not empty: it has data of tenant "${used}"; name an empty store`);
	}
	if (mark && mark.source !== source)
		refuse("source", `the target is a copy of ${mark.source}, not of ${source}; name an empty store`);
	if (mark?.finished && mark.hash !== (await sumOfStore(to, tenants)))
		refuse(
			"untouched",
			"the target is a finished copy that was changed since; a new copy would undo that: name an empty store",
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
