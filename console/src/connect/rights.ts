import type { About } from "holdfast";

/** What the credential may do. Buttons that the server would refuse are not shown. */
export interface Rights {
	/** Change sessions, users, facts; run agents. */
	readonly write: boolean;
	/** Keys, jobs, settings of agents, upkeep. */
	readonly admin: boolean;
	/** The server's own key: other tenants, the files of the store. */
	readonly root: boolean;
	/** A user's token: it sees only the data of that user. */
	readonly isUser: boolean;
}

const RANK = { user: -1, read: 0, agent: 1, admin: 2, root: 3 } as const;

export function rightsOf({ scope }: Pick<About, "scope">): Rights {
	const rank = RANK[scope];
	return { write: rank >= 1, admin: rank >= 2, root: rank >= 3, isUser: scope === "user" };
}
