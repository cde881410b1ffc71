import type { z } from "zod";
import type { SslMode } from "./option-types.ts";
import {
	applicationName,
	connectTimeout,
	databaseName,
	filePath,
	hostName,
	portNumber,
	postgresOptions,
	sslMode,
	userName,
} from "./options-schema.ts";
import { refuseOption } from "./refuse-options.ts";

/** The parts that a URL sets. */
export interface UrlParts {
	hostname?: string;
	port?: number;
	user?: string;
	password?: string;
	dbname?: string;
	sslmode?: SslMode;
	sslrootcert?: string;
	applicationName?: string;
	timeoutMs?: number;
}

const SCHEME = /^postgres(?:ql)?:\/\//i;
const ENCODE =
	"percent-encode special characters in user and password: / is %2F, ? is %3F, # is %23, @ is %40";

/**
 * Parses a PostgreSQL URL. The driver's own parser gives `sslmode` other meanings. Error messages never show
 * the text around the `@`: what looks like a host may be half of an unencoded password.
 */
export function readUrl(given: string, field: string): UrlParts {
	const refuse = (message: string): never => refuseOption(field, message);
	const text = given.trim();
	if (!SCHEME.test(text)) return refuse("must begin with postgres:// or postgresql://");
	// The URL parser would drop these silently.
	if (/[\s\p{Cc}]/u.test(text))
		return refuse("must not contain spaces or control characters; percent-encode them");
	const behind = text.replace(SCHEME, "").replace(/^[^/?#]*/, "");
	if (behind.includes("@")) return refuse(`has an @ after the host; ${ENCODE}`);
	if (behind.includes("#")) return refuse(`must not have a #; ${ENCODE}`);
	const url = parseUrl(text) ?? refuse(`is not a valid URL; ${ENCODE}`);

	const decode = (part: string): string => {
		try {
			return decodeURIComponent(part);
		} catch {
			return refuse("has a % that is not a percent-encoding; write %25");
		}
	};
	const check = <T>(schema: z.ZodType<T>, value: unknown, what: string): T => {
		const result = schema.safeParse(value);
		return result.success ? result.data : refuse(`${what} ${result.error.issues[0]?.message ?? "is wrong"}`);
	};

	const parts: UrlParts = {};
	const host = decode(url.hostname.replace(/^\[(.*)\]$/, "$1"));
	if (host !== "") parts.hostname = check(hostName, host, "the host");
	if (url.port !== "") parts.port = check(portNumber, Number(url.port), "the port");
	if (url.username !== "") parts.user = check(userName, decode(url.username), "the user");
	if (url.password !== "") parts.password = check(filled, decode(url.password), "the password");
	const path = url.pathname.replace(/^\//, "");
	if (path.includes("/")) return refuse("must have one database name after the host; a / in it is %2F");
	if (path !== "") parts.dbname = check(databaseName, decode(path), "the database");

	for (const [name, value] of readQuery(url.search, decode, refuse)) {
		if (name === "host") parts.hostname = check(hostName, value, name);
		else if (name === "sslmode") parts.sslmode = check(sslMode, value, name);
		else if (name === "sslrootcert") parts.sslrootcert = check(filePath, value, name);
		else if (name === "application_name") parts.applicationName = check(applicationName, value, name);
		else parts.timeoutMs = check(connectTimeout, value, name);
	}
	return parts;
}

const filled = postgresOptions.shape.password.unwrap();

function parseUrl(text: string): URL | undefined {
	// `postgres://user@/db?host=/folder` has a user and no host, which other kinds of URLs cannot have.
	const whole = text.replace(/^(\w+:\/\/[^/?#]*@)(?=[/?]|$)/, "$1localhost");
	return URL.parse(whole) ?? undefined;
}

const PARAMETERS = ["host", "sslmode", "sslrootcert", "application_name", "connect_timeout"];

function readQuery(
	search: string,
	decode: (text: string) => string,
	refuse: (message: string) => never,
): Map<string, string> {
	const found = new Map<string, string>();
	// Not URLSearchParams: there, + is a space.
	for (const pair of search.replace(/^\?/, "").split("&")) {
		if (pair === "") continue;
		const [, key = "", value = ""] = /^([^=]*)=?(.*)$/s.exec(pair) ?? [];
		const name = decode(key);
		const shown = /^\w{1,40}$/.test(name) ? name : "with a strange name";
		if (!PARAMETERS.includes(name)) {
			const own = Object.hasOwn(postgresOptions.shape, name)
				? `set ${name} as an option, not in the URL; `
				: "";
			refuse(`the parameter ${shown} is not known; ${own}known parameters: ${PARAMETERS.join(", ")}`);
		}
		if (found.has(name)) refuse(`the parameter ${shown} appears twice; remove one`);
		found.set(name, decode(value));
	}
	return found;
}
