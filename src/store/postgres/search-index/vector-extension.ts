import type { Client } from "pg";
import { HoldfastError } from "../../../error/index.ts";
import type { PostgresLink } from "../link.ts";

/** The schema that pgvector is installed in, or why it is not available. */
export type VectorExtension = { readonly schema: string } | { readonly reason: string };

/** Since this version, a search continues until it has found enough visible rows. */
const LEAST = [0, 8] as const;

/** Finds pgvector, or creates it if that is wanted and allowed. With `vector: true`, it is required. */
export async function needVectors(link: PostgresLink): Promise<VectorExtension> {
	const { vector, label } = link.settings;
	if (vector === false) return { reason: "vector is false" };
	const client = await link.single(() => {});
	try {
		const found = await findVectors(client);
		if (vector === true && "reason" in found) {
			throw new HoldfastError("capability_missing", `PostgreSQL at ${label}: ${found.reason}`);
		}
		return found;
	} finally {
		await client.end().catch(() => {});
	}
}

async function findVectors(client: Client): Promise<VectorExtension> {
	let there = await installed(client);
	if (!there) {
		const { rows } = await client.query("SELECT FROM pg_available_extensions WHERE name = 'vector'");
		if (rows.length === 0) return { reason: "pgvector is not installed on the server" };
		try {
			await client.query("CREATE EXTENSION IF NOT EXISTS vector");
		} catch (error) {
			// Another process may have been faster.
			there = await installed(client);
			const why = error instanceof Error ? error.message : String(error);
			if (!there)
				return { reason: `pgvector could not be created: ${why}; ask an administrator to create it` };
		}
		there ??= await installed(client);
	}
	if (!there) return { reason: "pgvector could not be created" };
	const [major = 0, minor = 0] = there.version.split(".").map(Number);
	if (major > LEAST[0] || (major === LEAST[0] && minor >= LEAST[1])) return { schema: there.schema };
	return { reason: `pgvector ${there.version} is too old; ${LEAST.join(".")} or newer is required` };
}

async function installed(client: Client): Promise<{ version: string; schema: string } | undefined> {
	const { rows } = await client.query(
		`SELECT e.extversion AS version, n.nspname AS schema FROM pg_extension e
		JOIN pg_namespace n ON n.oid = e.extnamespace WHERE e.extname = 'vector'`,
	);
	return rows[0];
}
