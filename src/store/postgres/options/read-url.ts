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

/** What a URL says; what it does not say is not there. */
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
const ENCODE = "percent-encode what is special in user and password: / is %2F, ? is %3F, # is %23, @ is %40";

/**
 * Takes a URL of PostgreSQL apart. Not left to the driver: it gives `sslmode` meanings of its own. Messages never
 * show any of the text around the `@`; what looks like a host may be half of a password that was not encoded.
 */
export function readUrl(given: string, field: string): UrlParts {
	const refuse = (message: string): never => refuseOption(field, message);
	const text = given.trim();
	if (!SCHEME.test(text)) return refuse("must begin with postgres:// or postgresql://");
	// What the parser would drop without a word.
	if (/[\s\p{Cc}]/u.test(text))
		return refuse("must not contain spaces or control characters; percent-encode them");
	const behind = text.replace(SCHEME, "").replace(/^[^/?#]*/, "");
	if (behind.includes("@")) return refuse(`has an @ behind the database's host; ${ENCODE}`);
	if (behind.includes("#")) return refuse(`must not have a #; ${ENCODE}`);
	const url = parseUrl(text) ?? refuse(`cannot be read; ${ENCODE}`);

	const decode = (part: string): string => {
		try {
			return decodeURIComponent(part);
		} catch {
			return refuse("has a % that is no percent-encoding; write %25");
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
	if (path.includes("/")) return refuse("must have one name of a database behind the host; a / in it is %2F");
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
	// `postgres://user@/db?host=/folder` has a user and no host, which URLs of other sorts cannot have.
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
				? `give ${name} as an option, beside the URL; `
				: "";
			refuse(`the parameter ${shown} is not known; ${own}known in a URL: ${PARAMETERS.join(", ")}`);
		}
		if (found.has(name)) refuse(`the parameter ${shown} is there twice; remove one`);
		found.set(name, decode(value));
	}
	return found;
}
