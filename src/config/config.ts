import type { MemorySettings } from "../agent/index.ts";
import type { RetentionDays } from "../session/index.ts";
import type { PostgresOptions } from "../store/postgres/options/postgres-options.ts";

/** The database: a SQLite file by its absolute path, or a PostgreSQL server. */
export type DatabaseConfig = { readonly sqlite: string } | { readonly postgres: PostgresOptions };

/** The settings of a server: port, address, admin key, CORS and console. */
export interface ServerConfig {
	readonly port?: number;
	readonly host?: string;
	/** The admin key of the server. */
	readonly adminKey?: string;
	/** Origins of web pages that may call it. */
	readonly cors?: readonly string[];
	/** Whether the web console is served at `/`. */
	readonly console?: boolean;
}

/** The content of a `holdfast.yaml`: checked, with environment variables filled in and absolute paths. */
export interface Config {
	/** The folder of manifests; undefined if the file sets none and there is no folder `agents` next to it. */
	readonly agents?: string;
	readonly database: DatabaseConfig;
	/** The server of the vector index; undefined: the index of the database. */
	readonly search?: PostgresOptions;
	readonly embedder?: string | false;
	readonly model?: string;
	/** The default memory settings of agents. */
	readonly memory?: MemorySettings | false;
	readonly tenant?: string;
	readonly retention?: { events?: RetentionDays; agents?: Record<string, RetentionDays> };
	/** Private addresses that requests may reach. */
	readonly network?: { allow?: readonly string[] };
	readonly server?: ServerConfig;
}
