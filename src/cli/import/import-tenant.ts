import { HoldfastError } from "../../error/index.ts";
import { linesOf } from "../../event/lines.ts";
import type { Holdfast } from "../../interface.ts";
import type { TenantImportOptions, TenantImportReport, UnitCounts } from "../../transfer/index.ts";
import { beginsUnit, isTenantHeader, TENANT_HEADER } from "../../transfer/tenant-format.ts";

/** Maximum size of one request. Smaller requests stay below the limits of a server, and show progress. */
const BATCH = 4 * 1024 * 1024;

function parsed(line: string): unknown {
	try {
		return JSON.parse(line);
	} catch {
		return undefined;
	}
}

/** Whether a file that begins with this line is an export of a tenant. */
export const isTenantLine = (line: string): boolean => isTenantHeader(parsed(line));

/** Most lines are events. Only lines that may begin a unit are parsed. */
const mayBegin = (line: string): boolean => line.startsWith('{"type":');

/** Complete units of an export that are sent together. */
interface Batch {
	/** The number of its first line in the file. */
	from: number;
	lines: string[];
}

async function* batchesOf(pieces: AsyncIterable<string>): AsyncGenerator<Batch, void, undefined> {
	let batch: Batch = { from: 1, lines: [] };
	let size = 0;
	let number = 0;
	for await (const line of linesOf(pieces)) {
		number += 1;
		if (size > BATCH && mayBegin(line) && beginsUnit(parsed(line))) {
			yield batch;
			batch = { from: number, lines: [] };
			size = 0;
		}
		batch.lines.push(`${line}\n`);
		size += line.length;
	}
	yield batch;
}

function add(total: TenantImportReport | undefined, part: TenantImportReport): TenantImportReport {
	if (!total) return part;
	const both = (a: UnitCounts, b: UnitCounts): UnitCounts => ({
		created: a.created + b.created,
		replaced: a.replaced + b.replaced,
		skipped: a.skipped + b.skipped,
	});
	return {
		sessions: both(total.sessions, part.sessions),
		events: total.events + part.events,
		users: both(total.users, part.users),
		state: both(total.state, part.state),
		factOwners: both(total.factOwners, part.factOwners),
		facts: total.facts + part.facts,
		settings: both(total.settings, part.settings),
	};
}

/** Imports the export of a tenant, however long it is. `onStored` receives the report so far, also before an error. */
export async function importTenantLines(
	hf: Holdfast,
	pieces: AsyncIterable<string>,
	onConflict: TenantImportOptions["onConflict"],
	onStored: (report: TenantImportReport) => void,
): Promise<void> {
	let report: TenantImportReport | undefined;
	for await (const { from, lines } of batchesOf(pieces)) {
		const isFirst = from === 1;
		try {
			report = add(report, await hf.import(isFirst ? lines : [TENANT_HEADER, ...lines], { onConflict }));
		} catch (error) {
			if (!HoldfastError.isInstance(error)) throw error;
			const part = error.fields.report as TenantImportReport | undefined;
			if (part) onStored(add(report, part));
			// Line numbers of the file: later batches begin with an added header line.
			const shift = isFirst ? 0 : from - 2;
			const message = error.message.replace(/^line (\d+)/, (_, line) => `line ${Number(line) + shift}`);
			throw new HoldfastError(error.code, message, error.fields, { cause: error });
		}
		onStored(report);
	}
}
