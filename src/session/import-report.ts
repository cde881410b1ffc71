import type { ImportWarning } from "../event/formats/import-warnings.ts";
import type { ImportFormat } from "../event/formats/recognise-format.ts";

/** The result of an import. */
export interface ImportReport {
	/** The given or detected format. */
	format: ImportFormat;
	/** Sessions that were created. */
	created: number;
	/** Sessions that were replaced. */
	replaced: number;
	/** Sessions that were skipped because they exist. */
	skipped: number;
	/** Events that were stored. */
	events: number;
	/** Facts that were written or confirmed. */
	facts: number;
	/** Content that no model will receive, counted by type. All of it is in the log. */
	warnings: ImportWarning[];
}
