import { isIPv6 } from "node:net";
import { z } from "zod";
import { SSL_MODES } from "./option-types.ts";

const must = (what: string) => ({ error: `must be ${what}` });

/** Text that is passed to the server or the file system unchanged. */
const text = (what: string) =>
	z
		.string(must(what))
		.min(1, { error: "must not be empty" })
		.refine((given) => !given.includes("\0"), { error: "must not contain NUL" })
		.refine((given) => given.isWellFormed(), { error: "must not contain a lone surrogate" });

/** The longest delay of a timer. */
const MAX_MS = 2_147_483_647;
const wholeNumber = (what: string, min: number, max: number) =>
	z.int(must(what)).min(min, must(what)).max(max, must(what));
const milliseconds = () => wholeNumber(`a whole number of milliseconds, 1 to ${MAX_MS}`, 1, MAX_MS);

/** PostgreSQL truncates longer names, and two names could become the same. */
const MAX_NAME_BYTES = 63;
const name = (what: string) =>
	text(what).refine((given) => Buffer.byteLength(given) <= MAX_NAME_BYTES, {
		error: `must have at most ${MAX_NAME_BYTES} bytes`,
	});

const identifier = (longest: number) => {
	const what = `letters a-z, digits and _, not starting with a digit, at most ${longest}`;
	return text(what).regex(new RegExp(`^[a-z_][a-z0-9_]{0,${longest - 1}}$`, "i"), must(what));
};

/** Names that PostgreSQL reserves. */
const isReserved = (given: string): boolean => /^(?:pg_.*|information_schema)$/is.test(given);

const roleName = () =>
	name("the name of a role").refine((given) => !/^(?:none|public|pg_.*)$/is.test(given), {
		error: "must not be none, public or pg_…: PostgreSQL reserves these names",
	});

export const hostName = text("the name of a host").superRefine((given, context) => {
	const refuse = (message: string): void => context.addIssue({ code: "custom", message });
	if (given.includes("://")) return refuse("must be the name of a host, without postgres://");
	// The folder of a Unix socket.
	if (given.startsWith("/")) return;
	if (given.includes(",")) return refuse("must be one host; a list of hosts is not supported");
	if (/[\s\p{Cc}/@?#[\]]/u.test(given) || (given.includes(":") && !isIPv6(given)))
		refuse("must be the name or address of a host, without port, or the folder of a Unix socket");
});
export const portNumber = wholeNumber("a whole number, 1 to 65535", 1, 65_535);
export const sslMode = z.enum(SSL_MODES, must(`one of ${SSL_MODES.join(", ")}`));
/** In seconds, as in URLs. */
export const connectTimeout = z
	.string()
	.regex(/^[1-9]\d{0,5}$/, must("a whole number of seconds, at least 1"))
	.transform((given) => Number(given) * 1000);
export const applicationName = name("text");
// A proxy may accept longer names than the server.
export const userName = text("the name of a role");
export const databaseName = text("the name of a database");
export const filePath = text("the path of a file");

const fields = {
	url: text("a URL, postgres://…").optional(),
	hostname: hostName.optional(),
	port: portNumber.optional(),
	user: userName.optional(),
	password: text("text; put it in quotes").optional(),
	dbname: databaseName.optional(),
	sslmode: sslMode.optional(),
	sslrootcert: filePath.optional(),
	// Leaves space for what table and index names add to the prefix.
	schema: identifier(48)
		.refine((given) => !isReserved(given), {
			error: "must not be pg_… or information_schema: PostgreSQL reserves these names",
		})
		.optional(),
	tablePrefix: z
		.union([z.literal(""), identifier(32)], must("letters a-z, digits and _, at most 32"))
		.optional(),
	pool: wholeNumber("a whole number of connections, 1 to 1000", 1, 1000).optional(),
	pooler: z.boolean(must("true or false")).optional(),
	listen: z.union([z.boolean(), text("a URL")], must("true, false, or a URL past the pooler")).optional(),
	pollIntervalMs: milliseconds().optional(),
	timeoutMs: milliseconds().optional(),
	role: z.union([z.literal(false), roleName()], must("the name of a role, or false")).optional(),
	workerRole: roleName().optional(),
	vector: z.union([z.literal("auto"), z.boolean()], must('true, false or "auto"')).optional(),
	exactUpTo: wholeNumber("a whole number of facts", 0, 2_147_483_647).optional(),
	applicationName: applicationName.optional(),
};

/** The schema of the options. Dependencies between options are checked when they are read. */
export const postgresOptions = z.strictObject(fields, {
	error: ({ code, keys }) =>
		code === "unrecognized_keys"
			? `${keys?.join(", ")}: not known; known are ${Object.keys(fields).join(", ")}`
			: "must be a URL, postgres://…, or options",
});
