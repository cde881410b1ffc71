/** One step of the schema. Never edit a released one. */
export interface Migration {
	name: string;
	/** The tables that it creates. Each gets row level security by tenant. */
	tables: readonly string[];
	/** Runs in one transaction with the migrations before and after it. Must not block users for long. */
	text: string;
	/**
	 * Runs afterwards, each statement separately, while others use the tables: indexes of tables that may
	 * already be large (`CREATE INDEX CONCURRENTLY`). Each must do nothing if it was already done.
	 */
	online?: readonly string[];
}
