import { OPENING_EVENTS } from "../ports/index.ts";
import type { Dialect } from "../sql/dialect.ts";

/**
 * The clock of the store, used for leases: SQLite's clock, read by each statement. It is the clock of the
 * machine, so processes that share a file agree on it.
 */
const NOW = "CAST(round(unixepoch('subsec') * 1000) AS INTEGER)";

/**
 * The key of an event is one integer: the session's number in the high bits, the offset in the low 32. The
 * log of a session is one contiguous range of the table, without an additional index.
 */
const POS = "((CAST(? AS BIGINT) << 32) | ?)";
const OFFSET = "(pos & 4294967295)";

/** The SQLite part of the shared statements. With one writer at a time, no locks are needed. */
export function sqliteDialect(tablePrefix: string): Dialect {
	return {
		table: (name) => `"${tablePrefix}${name}"`,
		now: NOW,
		chance: "(random() & 140737488355327)",
		// Numbers and uids are unique in the file, so they identify a row of one tenant.
		mine: undefined,
		same: undefined,
		keyed: "",
		event: {
			key: "pos",
			value: POS,
			moved: `((CAST(? AS BIGINT) << 32) | ${OFFSET}) + ?`,
			no: "(pos >> 32)",
			offset: OFFSET,
			order: "pos",
			at: `pos = ${POS}`,
			from: `pos >= ${POS}`,
			to: `pos <= ${POS}`,
			of: "e.pos >= (mine.no << 32) AND e.pos <= ((mine.no << 32) | 4294967295)",
			early: `e.pos >= ((s.no << 32) | h.base) AND e.pos < ((s.no << 32) | h.base) + ${OPENING_EVENTS}`,
		},
		shared: {
			owner: "agent_id = ? AND user_id = ?",
			key: "tenant, agent_id, user_id, key",
			order: "agent_id, user_id",
			after: "(agent_id, user_id) > (?, ?)",
		},
		lock: () => "",
	};
}
