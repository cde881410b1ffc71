/** What libpq means by these words: `require` encrypts and checks nothing, unless there is a CA file. */
export const SSL_MODES = ["disable", "prefer", "require", "verify-ca", "verify-full"] as const;
export type SslMode = (typeof SSL_MODES)[number];

export interface PostgresOptions {
	/** `postgres://user:password@host:port/dbname`. The members below win over what it says. */
	url?: string;
	/** The name or address of the server, or the folder of its Unix socket. */
	hostname?: string;
	/** Default 5432. */
	port?: number;
	/** Default `postgres`. */
	user?: string;
	password?: string;
	/** Default `postgres`; with a URL, the name of the user. */
	dbname?: string;
	/** Default `require`; with a URL that says nothing about it, `prefer`. */
	sslmode?: SslMode;
	/** The path of a file with the certificates to trust, or `system`: those that Node trusts. */
	sslrootcert?: string;
	/** Where the tables are. Created when missing. Default `holdfast`. */
	schema?: string;
	/** Put before each table's name, for a schema shared with other software. Default: nothing. */
	tablePrefix?: string;
	/** The most connections that are open at once; the listener has one of its own. Default 10. */
	pool?: number;
	/** There is a pooler in transaction mode (PgBouncer, …) between: no state of the connection is relied on. */
	pooler?: boolean;
	/**
	 * Whether followers are woken by LISTEN/NOTIFY. Default: unless there is a pooler. A URL leads the listener, and
	 * migrations, past the pooler. false: followers look again and again.
	 */
	listen?: boolean | string;
	/** How often followers look for themselves. Default 1,000 with a listener, 100 without. */
	pollIntervalMs?: number;
	/** How long an operation waits for a connection, or for a server that is away. Default 30,000. */
	timeoutMs?: number;
	/** The role to take on where the login role bypasses row level security. Default `holdfast_app`; false: none. */
	role?: string | false;
	/** The role of work that spans tenants. Default `holdfast_worker`. */
	workerRole?: string;
	/** Use pgvector. `auto` (default): if it is there or can be created. true: it must be. */
	vector?: "auto" | boolean;
	/**
	 * Facts of an owner (a space, or a user in it) are held in the process and ranked exactly up to this many; above, candidates
	 * come from an index on the server, where it has pgvector. Default 100,000.
	 */
	exactUpTo?: number;
	/** What the server's own views call these connections. Default `holdfast`. */
	applicationName?: string;
}

/**
 * What the driver takes as `ssl`, but for `prefer`: TLS without checks if the server has it, else none. No driver
 * does that by itself.
 */
export type PostgresTls =
	| false
	| "prefer"
	| { rejectUnauthorized: boolean; ca?: string; checkServerIdentity?: () => undefined };

/** Where to connect; all but `ssl: "prefer"` can be given to the driver as it is. */
export interface PostgresConnection {
	/** A name, an address without brackets, or the folder of a Unix socket. */
	host: string;
	port: number;
	user: string;
	/** undefined: the server asks for none, or it stands where the driver looks for it (`PGPASSWORD`). */
	password: string | undefined;
	database: string;
	ssl: PostgresTls;
}

/** The options with every default in place. */
export interface PostgresSettings {
	connection: PostgresConnection;
	/** Past the pooler, for the listener and for migrations; undefined: as `connection`. */
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
