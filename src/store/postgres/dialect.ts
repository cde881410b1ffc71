import { OPENING_EVENTS } from "../ports/index.ts";
import { HOLD, type SqlCall } from "../sql/call.ts";
import { type Dialect, expand } from "../sql/dialect.ts";

/** A statement as it is sent to the server. */
export interface Statement {
	/** The name of the prepared statement. */
	name: string;
	text: string;
	/** The tenant is the first parameter. */
	ofTenant: boolean;
}

export interface Names {
	schema: string;
	tablePrefix: string;
}

/** The time at which the statement began, by the clock of the server. */
const NOW = "CAST(floor(extract(epoch FROM statement_timestamp()) * 1000) AS BIGINT)";
/** A placeholder for the tenant until parameters are numbered. */
const TENANT = "$tenant";

const LOCKS = {
	lock: (of: string) => ` FOR NO KEY UPDATE OF ${of}`,
	share: (of: string) => ` FOR SHARE OF ${of}`,
	skip: (of: string) => ` FOR NO KEY UPDATE OF ${of} SKIP LOCKED`,
};

/** PostgreSQL truncates longer names, and two names could become the same. */
const MAX_NAME = 63;

export function postgresDialect({ schema, tablePrefix }: Names): Dialect {
	const table = (name: string): string => `"${schema}"."${(tablePrefix + name).slice(0, MAX_NAME)}"`;
	return {
		table,
		now: NOW,
		chance: "CAST(floor(random() * 140737488355328) AS BIGINT)",
		mine: (alias) => `${alias === undefined ? "" : `${alias}.`}tenant = ${TENANT}`,
		same: (one, other) => `${one}.tenant = ${other}.tenant`,
		keyed: "tenant, ",
		event: {
			key: 'no, "offset"',
			value: "?, ?",
			moved: 'CAST(? AS BIGINT), "offset" + CAST(? AS INTEGER)',
			no: "no",
			offset: '"offset"',
			order: '"offset"',
			at: '(no = ? AND "offset" = ?)',
			from: '(no = ? AND "offset" >= ?)',
			to: '(no = ? AND "offset" <= ?)',
			of: `e.tenant = ${TENANT} AND e.no = mine.no`,
			early: `e.no = s.no AND e."offset" >= h.base AND e."offset" < h.base + ${OPENING_EVENTS}`,
		},
		shared: {
			owner: `owner = ${table("digest")}(?) || ${table("digest")}(?)`,
			key: "tenant, owner, key",
			order: "owner",
			after: "owner > ?",
		},
		lock: (how, aliases) => LOCKS[how](aliases),
	};
}

/** Index names have no schema: an index is in the schema of its table. */
export function migrationText(template: string, names: Names): string {
	const dialect = postgresDialect(names);
	const inSchema = expand(template, dialect);
	return inSchema.replaceAll(/(INDEX (?:CONCURRENTLY )?(?:IF NOT EXISTS )?)"[^"]+"\.("[^"]+")/g, "$1$2");
}

/** Converts the shared statements to PostgreSQL, each once. */
export function createCompiler(names: Names): (call: SqlCall) => Statement {
	const dialect = postgresDialect(names);
	const known = new Map<string, Statement>();
	return ({ text }) => {
		const found = known.get(text);
		if (found) return found;
		const statement = compile(text, dialect, `hf${known.size}`);
		known.set(text, statement);
		return statement;
	};
}

function compile(template: string, dialect: Dialect, name: string): Statement {
	if (template === HOLD) {
		const text = "SELECT pg_advisory_xact_lock(hashtextextended($1, 0))";
		return { name, text, ofTenant: false };
	}
	const expanded = expand(template.replaceAll("{tenant}", TENANT), dialect);
	const ofTenant = expanded.includes(TENANT);
	let next = ofTenant ? 1 : 0;
	const text = expanded.replaceAll(/\?|\$tenant/g, (found) => (found === "?" ? `$${++next}` : "$1"));
	return { name, text, ofTenant };
}
