import { runOnce } from "./server/test-database.ts";

/** One text for each thing in the schema, as SQL or nearly so; `$1` is its name. */
const PARTS: Record<string, string> = {
	tables: `SELECT format(E'TABLE %s%s (\\n%s\\n)%s', c.relname,
			CASE WHEN c.relrowsecurity AND c.relforcerowsecurity THEN ' WALLED' ELSE '' END,
			(SELECT string_agg(format(E'\\t%s %s%s%s%s%s', quote_ident(a.attname), format_type(a.atttypid, a.atttypmod),
				CASE WHEN l.collname <> 'default' THEN ' COLLATE ' || quote_ident(l.collname) ELSE '' END,
				CASE WHEN a.attnotnull THEN ' NOT NULL' ELSE '' END,
				CASE WHEN a.attgenerated <> '' THEN ' GENERATED' WHEN a.attidentity <> '' THEN ' IDENTITY' ELSE '' END,
				coalesce(' DEFAULT ' || pg_get_expr(d.adbin, d.adrelid), '')), E',\\n' ORDER BY a.attnum)
			FROM pg_attribute a LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
			LEFT JOIN pg_collation l ON l.oid = a.attcollation
			WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped),
			coalesce(' WITH ' || c.reloptions::TEXT, '')) AS text
		FROM pg_class c WHERE c.relkind IN ('r', 'p')`,
	keys: `SELECT format('KEY ON %s: %s', c.relname, pg_get_constraintdef(k.oid)) AS text
		FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid WHERE k.contype <> 'n'`,
	indexes: `SELECT pg_get_indexdef(i.indexrelid) AS text FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
		WHERE NOT i.indisprimary`,
	policies: `SELECT format('POLICY %s ON %s FOR %s USING %s CHECK %s', p.polname, c.relname, p.polcmd,
			pg_get_expr(p.polqual, p.polrelid), coalesce(pg_get_expr(p.polwithcheck, p.polrelid), 'none')) AS text
		FROM pg_policy p JOIN pg_class c ON c.oid = p.polrelid WHERE true`,
	views: `SELECT format(E'VIEW %s WITH %s AS\\n%s', c.relname, c.reloptions::TEXT, pg_get_viewdef(c.oid)) AS text
		FROM pg_class c WHERE c.relkind = 'v'`,
};

const FUNCTIONS = `SELECT pg_get_functiondef(p.oid) AS text FROM pg_proc p
	WHERE p.pronamespace = to_regnamespace('$1')`;

/** A schema as text, the same on every version of the server and under every name. */
export async function readSchema(url: string, schema: string): Promise<string> {
	const texts: string[] = [];
	const queries = [
		...Object.values(PARTS).map((part) => `${part} AND c.relnamespace = to_regnamespace('$1')`),
		FUNCTIONS,
	];
	for (const query of queries) {
		const { rows } = await runOnce(url, query.replaceAll("$1", schema));
		const plain = rows.map(({ text }) =>
			String(text).replaceAll(new RegExp(`(?<!')"?${schema}"?\\.`, "g"), ""),
		);
		texts.push(...plain.toSorted());
	}
	return `${texts.join("\n\n")}\n`;
}
