/** One step of the schema. Never edit one that was released. */
export interface Migration {
	name: string;
	/** Tables that it makes: each is walled off by tenant. */
	tables: readonly string[];
	/** Runs in one transaction, together with those before and behind it. Must not hold up those who work for long. */
	text: string;
	/**
	 * Runs afterwards, each statement on its own, while others work: indexes of tables that may be large already
	 * (`CREATE INDEX CONCURRENTLY`). Each must do nothing if it was done before.
	 */
	online?: readonly string[];
}
