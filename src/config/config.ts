import type { MemorySettings } from "../agent/index.ts";
import type { RetentionDays } from "../session/index.ts";
import type { PostgresOptions } from "../store/postgres/options/postgres-options.ts";

/** Where everything is kept: a SQLite file by its absolute path, or a PostgreSQL server. */
export type DatabaseConfig = { readonly sqlite: string } | { readonly postgres: PostgresOptions };

/** Where a server listens, and to whom. */
export interface ServerConfig {
	readonly port?: number;
	readonly host?: string;
	/** The key of whoever runs the server. */
	readonly adminKey?: string;
	/** Web pages that may call it. */
	readonly cors?: readonly string[];
	/** Whether the web console is served at `/`. */
	readonly console?: boolean;
}

/** What a `holdfast.yaml` says, checked, with its variables filled in and its paths absolute. */
export interface Config {
	/** The folder of manifests; undefined when the file names none and there is no folder `agents` beside it. */
	readonly agents?: string;
	readonly database: DatabaseConfig;
	/** The server of the knowledge index; undefined: the database's own. */
	readonly search?: PostgresOptions;
	readonly embedder?: string | false;
	readonly model?: string;
	/** The memory settings of agents that leave them open. */
	readonly memory?: MemorySettings | false;
	readonly tenant?: string;
	readonly retention?: { events?: RetentionDays; agents?: Record<string, RetentionDays> };
	/** What may be reached over the network though it is private. */
	readonly network?: { allow?: readonly string[] };
	readonly server?: ServerConfig;
}
