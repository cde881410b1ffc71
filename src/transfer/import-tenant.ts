import { z } from "zod";
import { HoldfastError, parse } from "../error/index.ts";
import { isObject } from "../event/index.ts";
import { linesOf } from "../event/lines.ts";
import type { Platform } from "../session/index.ts";
import {
	newReport,
	type TenantImportOptions,
	type TenantImportReport,
	type TenantSource,
} from "./import-report.ts";
import { header } from "./import-schemas.ts";
import { beginUnit } from "./import-units.ts";
import { isTenantHeader } from "./tenant-format.ts";
import type { Unit } from "./unit.ts";

const options = z.strictObject({ onConflict: z.enum(["fail", "skip", "replace"]).default("fail") });

const lines = z.custom<TenantSource>(
	(source) =>
		typeof source === "string" ||
		(typeof source === "object" &&
			source !== null &&
			(Symbol.asyncIterator in source || Symbol.iterator in source)),
	{ error: "must be lines of a tenant's export: text, or an iterable of text" },
);

function parseJson(line: string, what: string): unknown {
	try {
		return JSON.parse(line);
	} catch (cause) {
		throw new HoldfastError("invalid", `${what}: is not JSON`, {}, { cause });
	}
}

/** The error with its line, unless it names the line already. */
function at(error: unknown, what: string): unknown {
	if (!HoldfastError.isInstance(error) || error.message.startsWith("line ")) return error;
	const { code, message, fields, retryable } = error;
	return new HoldfastError(code, `${what}: ${message}`, fields, { cause: error, retryable });
}

function checkHeader(value: unknown, what: string): void {
	if (isTenantHeader(value)) {
		parse(header, value, what);
		return;
	}
	const isSession = isObject(value) && value.type === "session";
	const advice = isSession ? "; this is an export of sessions: use sessions.import" : "";
	throw new HoldfastError("invalid", `${what}: an export of a tenant begins with its header${advice}`);
}

/**
 * Imports an export of a tenant. Each unit (a setting, a user, the state of one owner, a session, the facts of one
 * owner) is stored completely or not at all. If one is rejected, the ones before it stay. The error names the line
 * and has the `report` so far.
 */
export async function importTenant(
	platform: Platform,
	source: TenantSource,
	given: TenantImportOptions = {},
): Promise<TenantImportReport> {
	const { onConflict } = parse(options, given, "import options");
	const text = parse(lines, source, "source");
	const report = newReport();
	try {
		await importLines(platform, typeof text === "string" ? [text] : text, onConflict, report);
	} catch (error) {
		if (!HoldfastError.isInstance(error)) throw error;
		const { code, message, fields, retryable } = error;
		throw new HoldfastError(code, message, { ...fields, report }, { cause: error, retryable });
	}
	return report;
}

async function importLines(
	platform: Platform,
	source: Iterable<string> | AsyncIterable<string>,
	onConflict: "fail" | "skip" | "replace",
	report: TenantImportReport,
): Promise<void> {
	let unit: Unit | undefined;
	let begunAt = "";
	let isBegun = false;
	const finish = async (what: string): Promise<void> => {
		if (!unit) return;
		const stored = unit;
		unit = undefined;
		try {
			await stored.store(report, what);
		} catch (error) {
			throw at(error, begunAt);
		}
	};
	const begin = (value: unknown, what: string): Unit | undefined => {
		try {
			return beginUnit({ platform, onConflict }, value, what);
		} catch (error) {
			throw at(error, what);
		}
	};
	let number = 0;
	for await (const line of linesOf(source)) {
		number += 1;
		if (line.trim() === "") continue;
		const what = `line ${number}`;
		const value = parseJson(line, what);
		if (!isBegun) {
			checkHeader(value, what);
			isBegun = true;
			continue;
		}
		// Several exports can be concatenated.
		const isHeader = isTenantHeader(value);
		const next = isHeader ? undefined : begin(value, what);
		if (isHeader || next) {
			await finish(what);
			if (isHeader) checkHeader(value, what);
			unit = next;
			begunAt = what;
			continue;
		}
		if (!unit?.add) throw new HoldfastError("invalid", `${what}: belongs to nothing before it`);
		try {
			unit.add(value, what);
		} catch (error) {
			throw at(error, what);
		}
	}
	if (!isBegun)
		throw new HoldfastError("invalid", "source: is empty; an export of a tenant begins with its header");
	await finish("the last line");
}
