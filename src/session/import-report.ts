import type { ImportWarning } from "../event/formats/import-warnings.ts";
import type { ImportFormat } from "../event/formats/recognise-format.ts";

/** What an import did. */
export interface ImportReport {
	/** As it was given or recognised. */
	format: ImportFormat;
	created: number;
	replaced: number;
	skipped: number;
	events: number;
	/** Facts that were written or confirmed. */
	facts: number;
	/** What no model will get, counted by its type. All of it is in the log. */
	warnings: ImportWarning[];
}
