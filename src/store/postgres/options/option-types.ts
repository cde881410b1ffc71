/** The SSL modes of libpq. `require` encrypts without checking the certificate, unless there is a CA file. */
export const SSL_MODES = ["disable", "prefer", "require", "verify-ca", "verify-full"] as const;
/** One of `SSL_MODES`. */
export type SslMode = (typeof SSL_MODES)[number];

/** The options of `postgres()` and `postgresIndex()`. */
export interface PostgresOptions {
	/** `postgres://user:password@host:port/dbname`. The other options override it. */
	url?: string;
	/** The name or address of the server, or the folder of its Unix socket. Required without a URL. */
	hostname?: string;
	/** The port of the server. Default 5432. */
	port?: number;
	/** The role to log in as. Default `postgres`. */
	user?: string;
	/** The password of the role. Required without a URL; with one, the driver's default (`PGPASSWORD`). */
	password?: string;
	/** The name of the database. Default `postgres`; with a URL, the name of the user. */
	dbname?: string;
	/**
	 * Encryption and certificate checks, as in libpq. Default `require`; with a URL that does not set it,
	 * `prefer`.
	 */
	sslmode?: SslMode;
	/** The path of a file with trusted CA certificates, or `system` for those that Node trusts. */
	sslrootcert?: string;
	/** The schema of the tables. It is created if missing. Default `holdfast`. */
	schema?: string;
	/** A prefix for table names, if other software uses the same schema. Default: none. */
	tablePrefix?: string;
	/** The maximum number of open connections, without the listener's. Default 10. */
	pool?: number;
	/**
	 * Set this if you connect through a pooler in transaction mode, e.g. PgBouncer. The store then does not
	 * rely on connection state. Default false.
	 */
	pooler?: boolean;
	/**
	 * Whether LISTEN/NOTIFY wakes followers. Default: true, and false with a `pooler`. A URL makes the listener
	 * and migrations bypass the pooler. `false`: followers poll.
	 */
	listen?: boolean | string;
	/** How often followers poll, in milliseconds. Default 1,000 with a listener, 100 without. */
	pollIntervalMs?: number;
	/**
	 * How long an operation waits for a connection or for an unreachable server, in milliseconds. Default
	 * 30,000.
	 */
	timeoutMs?: number;
	/**
	 * The role to switch to if the login role bypasses row level security. Default `holdfast_app`. `false`:
	 * none.
	 */
	role?: string | false;
	/** The role for work across tenants. Default `holdfast_worker`. */
	workerRole?: string;
	/**
	 * Whether to use pgvector. `auto` (default): if it is installed or can be created. `true`: it is required.
	 * `false`: never.
	 */
	vector?: "auto" | boolean;
	/**
	 * Up to this many facts, an owner (a space, or a user in it) is searched exactly, in the process. Above,
	 * candidates come from an index on the server, if it has pgvector. Default 100,000.
	 */
	exactUpTo?: number;
	/** The name of these connections in the server's views. Default `holdfast`. */
	applicationName?: string;
}

/**
 * The driver's `ssl` option, plus `prefer`: TLS without checks if the server has it, otherwise none. The
 * driver has no such mode.
 */
export type PostgresTls =
	| false
	| "prefer"
	| { rejectUnauthorized: boolean; ca?: string; checkServerIdentity?: () => undefined };

/** Where to connect. Except for `ssl: "prefer"`, it can be passed to the driver unchanged. */
export interface PostgresConnection {
	/** A name, an address without brackets, or the folder of a Unix socket. */
	host: string;
	port: number;
	user: string;
	/** Undefined: the server asks for none, or the driver finds it elsewhere (`PGPASSWORD`). */
	password: string | undefined;
	database: string;
	ssl: PostgresTls;
}

/** The options with all defaults applied. */
export interface PostgresSettings {
	connection: PostgresConnection;
	/**
	 * The connection that bypasses the pooler, for the listener and for migrations. Undefined: the same as
	 * `connection`.
	 */
	direct: PostgresConnection | undefined;
	schema: string;
	tablePrefix: string;
	pool: number;
	pooler: boolean;
	listen: boolean;
	pollIntervalMs: number;
	timeoutMs: number;
	role: string | undefined;
	workerRole: string;
	vector: "auto" | boolean;
	exactUpTo: number;
	applicationName: string;
	/** `host:port/dbname`, for messages. */
	label: string;
}
