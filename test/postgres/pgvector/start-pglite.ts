import { PGlite } from "@electric-sql/pglite";
import { vector } from "@electric-sql/pglite-pgvector";
import { PGLiteSocketServer } from "@electric-sql/pglite-socket";
import type { PostgresOptions } from "../../../src/store/postgres/index.ts";

export interface PgliteServer {
	url: string;
	/**
	 * What a store must be told about this server: one session stands behind all its connections, as if a pooler were in
	 * between, and nobody can listen.
	 */
	options: PostgresOptions;
	stop(): Promise<void>;
}

/** PostgreSQL with pgvector, in this process, behind a port. The only pgvector that comes from npm. */
export async function startPglite(): Promise<PgliteServer> {
	const db = await PGlite.create({ extensions: { vector } });
	const server = new PGLiteSocketServer({ db, host: "127.0.0.1", port: 0, maxConnections: 10 });
	await server.start();
	return {
		url: `postgres://postgres:none@${server.getServerConn()}/postgres`,
		options: { pool: 1, pooler: true, listen: false },
		async stop() {
			await server.stop();
			await db.close();
		},
	};
}
