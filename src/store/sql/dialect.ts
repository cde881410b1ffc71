/**
 * The differences between SQL databases, filled into the shared statements. In addition to `{table}` and
 * `{now}`, a statement can contain:
 *
 * - `{mine}`, `{mine:a}`: the row (of the table or alias `a`) belongs to the tenant. For tables that a
 *   single-file database accesses by number only, and a shared server by tenant first. It comes before an
 *   AND, or alone.
 * - `{same:a,b}`: the rows of two such tables belong to the same tenant, in statements across tenants.
 * - `{keyed}`: before the key columns of such a table, if a conflict on it is named.
 * - `{chance}`: a random whole number from 0 to 2^47, different for each row.
 * - `{event_…}`: the position of an event, from the session's number and the offset.
 * - `{shared_owner}`, `{shared_key}`: the owner of shared state (agent and user), and the key of such a row.
 * - `{shared_order}`, `{shared_after}`: the columns that sort the owners of shared state, and the condition
 *   that an owner comes after another one, which takes the values of these columns.
 * - `{lock:a,b}`, `{share:a}`, `{skip:a}`: after a SELECT, the rows that it will change, that must not
 *   change, or that it takes unless another transaction has locked them. A database with one writer at a time
 *   needs none of these.
 */
export interface Dialect {
	table(name: string): string;
	now: string;
	chance: string;
	/** Undefined: not needed. */
	mine: ((alias: string | undefined) => string) | undefined;
	same: ((one: string, other: string) => string) | undefined;
	keyed: string;
	event: {
		/**
		 * `key` names the columns, `value` computes them from a number and an offset, `moved` from a number and a
		 * shift.
		 */
		key: string;
		value: string;
		moved: string;
		/** The session's number and the offset of a row. */
		no: string;
		offset: string;
		/** Sorts the events of one session. */
		order: string;
		/** Each takes a number and an offset. */
		at: string;
		from: string;
		to: string;
		/** An event `e` belongs to the session `mine`. */
		of: string;
		/** An event `e` is among the first `OPENING_EVENTS` that session `s` with head `h` keeps. */
		early: string;
	};
	shared: {
		owner: string;
		key: string;
		/** The columns that an index sorts owners by, and the condition that an owner comes after another one. */
		order: string;
		after: string;
	};
	lock(how: "lock" | "share" | "skip", aliases: string): string;
}

/** The text of a statement in a dialect. */
export function expand(template: string, dialect: Dialect): string {
	return template.replaceAll(
		/\{([a-z_]+)(?::([a-z,]+))?\}(\s+AND\b\s*)?/g,
		(_, name: string, argument: string | undefined, and = "") => {
			if (name === "mine") return dialect.mine ? dialect.mine(argument) + and : and === "" ? "1 = 1" : "";
			if (name === "same") {
				const [one = "", other = ""] = (argument ?? "").split(",");
				return dialect.same ? dialect.same(one, other) + and : "";
			}
			if (name === "lock" || name === "share" || name === "skip") {
				return dialect.lock(name, argument ?? "") + and;
			}
			return word(name, dialect) + and;
		},
	);
}

function word(name: string, dialect: Dialect): string {
	if (name === "now") return dialect.now;
	if (name === "chance") return dialect.chance;
	if (name === "keyed") return dialect.keyed;
	if (name === "shared_owner") return dialect.shared.owner;
	if (name === "shared_key") return dialect.shared.key;
	if (name === "shared_order") return dialect.shared.order;
	if (name === "shared_after") return dialect.shared.after;
	if (name.startsWith("event_")) {
		return dialect.event[name.slice("event_".length) as keyof Dialect["event"]];
	}
	return dialect.table(name);
}
