import type { Platform } from "../session/index.ts";
import type { TenantImportReport } from "./import-report.ts";

/** What an import stands on. */
export interface Importing {
	platform: Platform;
	onConflict: "fail" | "skip" | "replace";
}

/** Something that is stored whole or not at all, as its lines come in. */
export interface Unit {
	/** Takes a further line. Undefined: there is none. */
	add?(value: unknown, what: string): void;
	/** `what` names the line behind its last one. */
	store(report: TenantImportReport, what: string): Promise<void>;
}
