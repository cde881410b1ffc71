/** The text of an export, in lines or in chunks of any size. */
export type TenantSource = string | Iterable<string> | AsyncIterable<string>;

export interface TenantImportOptions {
	/**
	 * What to do with a session, a user, shared state, an owner of facts or a setting that exists: refuse the import there,
	 * leave it as it is, or put what the file says in its place. Default `fail`.
	 */
	onConflict?: "fail" | "skip" | "replace" | undefined;
}

/** How many units of a sort came in, and how. */
export interface UnitCounts {
	created: number;
	replaced: number;
	skipped: number;
}

export interface TenantImportReport {
	sessions: UnitCounts;
	events: number;
	users: UnitCounts;
	/** `app:` state of agents, and `user:` state of users under an agent. */
	state: UnitCounts;
	/** Those whose facts came in: users, sessions, agents, spaces. */
	factOwners: UnitCounts;
	facts: number;
	/** Settings of agents' memories. */
	settings: UnitCounts;
}

export function newReport(): TenantImportReport {
	const none = (): UnitCounts => ({ created: 0, replaced: 0, skipped: 0 });
	return {
		...{ sessions: none(), events: 0, users: none(), state: none() },
		...{ factOwners: none(), facts: 0, settings: none() },
	};
}
