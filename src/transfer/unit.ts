import type { Platform } from "../session/index.ts";
import type { TenantImportReport } from "./import-report.ts";

/** What the units of an import share. */
export interface Importing {
	platform: Platform;
	onConflict: "fail" | "skip" | "replace";
}

/** A unit that is stored completely or not at all, as its lines come in. */
export interface Unit {
	/** Adds another line. Undefined: the unit has only one. */
	add?(value: unknown, what: string): void;
	/** `what` names the line after its last one. */
	store(report: TenantImportReport, what: string): Promise<void>;
}
