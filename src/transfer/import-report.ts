/** The text of an export, in lines or in chunks of any size. */
export type TenantSource = string | Iterable<string> | AsyncIterable<string>;

/** Options of a tenant import. */
export interface TenantImportOptions {
	/**
	 * What to do with a session, user, shared state, owner of facts or setting that exists. `fail`: stop the import
	 * there. `skip`: leave it as it is. `replace`: use the content of the file. Default `fail`.
	 */
	onConflict?: "fail" | "skip" | "replace" | undefined;
}

/** How many units of one kind were imported. */
export interface UnitCounts {
	/** Units that did not exist before. */
	created: number;
	/** Units that replaced existing ones. */
	replaced: number;
	/** Units that were skipped because they exist. */
	skipped: number;
}

/** The result of a tenant import. */
export interface TenantImportReport {
	/** Imported sessions. */
	sessions: UnitCounts;
	/** Imported events. */
	events: number;
	/** Imported users. */
	users: UnitCounts;
	/** `app:` state of agents, and `user:` state of users with an agent. */
	state: UnitCounts;
	/** Owners whose facts were imported: users, sessions, agents, spaces. */
	factOwners: UnitCounts;
	/** Imported facts. */
	facts: number;
	/** Memory settings of agents. */
	settings: UnitCounts;
}

export function newReport(): TenantImportReport {
	const none = (): UnitCounts => ({ created: 0, replaced: 0, skipped: 0 });
	return {
		sessions: none(),
		events: 0,
		users: none(),
		state: none(),
		factOwners: none(),
		facts: 0,
		settings: none(),
	};
}
