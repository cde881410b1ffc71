import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { HoldfastError } from "../../../error/index.ts";
import { type PostgresOptions, readPostgresOptions } from "./postgres-options.ts";

const WRITTEN_OUT = { hostname: "db.example", password: "hunter2" };

function refusal(...given: unknown[]): HoldfastError {
	try {
		readPostgresOptions(...(given as [PostgresOptions]));
	} catch (error) {
		if (HoldfastError.isInstance(error)) return error;
		throw error;
	}
	throw new Error("it was accepted");
}
const refused = (options: Record<string, unknown>): string =>
	refusal({ ...WRITTEN_OUT, ...options }).message.replaceAll("postgres options.", "");

describe("options that are written out (BE1)", () => {
	test("need a hostname and a password; everything else has a default", () => {
		expect(readPostgresOptions(WRITTEN_OUT)).toEqual({
			connection: {
				host: "db.example",
				port: 5432,
				user: "postgres",
				password: "hunter2",
				database: "postgres",
				ssl: { rejectUnauthorized: false },
			},
			direct: undefined,
			schema: "holdfast",
			tablePrefix: "",
			pool: 10,
			pooler: false,
			listen: true,
			pollIntervalMs: 1000,
			timeoutMs: 30_000,
			role: "holdfast_app",
			workerRole: "holdfast_worker",
			vector: "auto",
			exactUpTo: 100_000,
			applicationName: "holdfast",
			label: "db.example:5432/postgres",
		});
	});

	test("missing fields are one error that names all of them", () => {
		expect(refusal({ password: "x" })).toMatchObject({
			code: "invalid",
			message: "postgres options.hostname: is missing",
			issues: [{ field: "hostname", message: "is missing" }],
		});
		expect(refusal({ hostname: "x" }).message).toBe("postgres options.password: is missing");
		expect(refusal({ hostname: undefined }).issues).toHaveLength(2);
	});

	test("are kept as given", () => {
		const given = {
			port: 6000,
			user: "app",
			dbname: "agents",
			sslmode: "disable",
			schema: "Agents_2",
			tablePrefix: "hf_",
			pool: 1000,
			pollIntervalMs: 7,
			timeoutMs: 5,
			workerRole: "other",
			vector: false,
			applicationName: "api",
		} as const;
		const { port, user, dbname, sslmode, ...rest } = given;
		const settings = readPostgresOptions({ ...WRITTEN_OUT, ...given, role: false });
		expect(settings).toMatchObject({ ...rest, role: undefined, label: "db.example:6000/agents" });
		expect(settings.connection).toMatchObject({ port, user, database: dbname, ssl: false });
	});

	test.each<[Record<string, unknown>, string]>([
		[{ port: 0 }, "port: must be a whole number, 1 to 65535"],
		[{ port: "5432" }, "port: must be a whole number, 1 to 65535"],
		[{ pool: 0 }, "pool: must be a whole number of connections, 1 to 1000"],
		[{ pool: 1001 }, "pool: must be a whole number of connections, 1 to 1000"],
		[{ sslmode: "allow" }, "sslmode: must be one of disable, prefer, require, verify-ca, verify-full"],
		[{ password: "" }, "password: must not be empty"],
		[{ timeoutMs: 0 }, "timeoutMs: must be a whole number of milliseconds, 1 to 2147483647"],
		[
			{ pollIntervalMs: Number.POSITIVE_INFINITY },
			"pollIntervalMs: must be a whole number of milliseconds, 1 to 2147483647",
		],
		[{ pooler: "yes" }, "pooler: must be true or false"],
		[{ listen: 1 }, "listen: must be true, false, or a URL past the pooler"],
		[{ listen: "db.example" }, "listen: must begin with postgres:// or postgresql://"],
		[{ vector: "yes" }, 'vector: must be true, false or "auto"'],
		[{ hostname: "postgres://db.example" }, "hostname: must be the name of a host, without postgres://"],
		[{ hostname: "a.example,b.example" }, "hostname: must be one host; a list of hosts is not supported"],
		[
			{ hostname: "db.example:5432" },
			"hostname: must be the name or address of a host, without port, or the folder of a Unix socket",
		],
		[{ role: "none" }, "role: must not be none, public or pg_…: PostgreSQL reserves these names"],
		[
			{ workerRole: "pg_monitor" },
			"workerRole: must not be none, public or pg_…: PostgreSQL reserves these names",
		],
		[
			{ workerRole: "holdfast_app" },
			"workerRole: must not be the role of all other work: it sees all tenants",
		],
		[{ applicationName: "x".repeat(64) }, "applicationName: must have at most 63 bytes"],
	])("refuses %o and says what it must be", (options, message) => {
		expect(refused(options)).toBe(message);
	});

	test("an option that is not known is refused by name", () => {
		expect(refusal({ ...WRITTEN_OUT, host: "x" }).message).toMatch(
			/^postgres options: host: not known; known are url, hostname/,
		);
	});

	test.each([undefined, null, 5, [], true])("%o is neither a URL nor options", (given) => {
		expect(refusal(given)).toMatchObject({
			code: "invalid",
			message: "postgres options: must be a URL, postgres://…, or options",
		});
	});

	test.each([
		"hostname",
		"user",
		"password",
		"dbname",
		"sslrootcert",
		"schema",
		"tablePrefix",
		"role",
		"workerRole",
		"applicationName",
		"listen",
		"url",
	])("NUL in %s is refused", (field) => {
		expect(refusal({ ...WRITTEN_OUT, [field]: "a\0b" })).toMatchObject({ code: "invalid" });
	});
});

describe("schema and table prefix (BE7)", () => {
	test.each(["public", "_", "a1", "A_B", "x".repeat(48)])("the schema may be %s", (schema) => {
		expect(readPostgresOptions({ ...WRITTEN_OUT, schema }).schema).toBe(schema);
	});

	test.each(["", "1a", "a-b", 'a"b', "a b", "ä", "a;drop schema public", "x".repeat(49), "a\n"])(
		"the schema may not be %j",
		(schema) => {
			expect(refused({ schema })).toMatch(/^schema: must /);
		},
	);

	test.each(["pg_catalog", "PG_x", "pg_", "information_schema", "Information_Schema"])(
		"the schema %s belongs to PostgreSQL",
		(schema) => {
			expect(refused({ schema })).toContain("PostgreSQL reserves these names");
		},
	);

	test.each(["1", "a.b", "x".repeat(33)])("the prefix may not be %j", (tablePrefix) => {
		expect(refused({ tablePrefix })).toMatch(/^tablePrefix: must be letters/);
	});
});

describe("a URL with options (BE1)", () => {
	test("options override the URL; undefined ones do not", () => {
		const url = "postgres://u:p@h:1/d?sslmode=disable&application_name=one&connect_timeout=3";
		const settings = readPostgresOptions(url, {
			port: 2,
			dbname: "e",
			sslmode: "require",
			user: undefined,
		} as never);
		expect(settings.connection).toEqual({
			host: "h",
			port: 2,
			user: "u",
			password: "p",
			database: "e",
			ssl: { rejectUnauthorized: false },
		});
		expect(settings).toMatchObject({ applicationName: "one", timeoutMs: 3000, label: "h:2/e" });
		const more = { url, applicationName: "two", timeoutMs: 4 };
		expect(readPostgresOptions(more)).toMatchObject({ applicationName: "two", timeoutMs: 4 });
	});

	test("two URLs are refused", () => {
		expect(refusal("postgres://a", { url: "postgres://b" }).message).toMatch(
			/^postgres options.url: is set twice/,
		);
	});

	test("the password can be an option", () => {
		expect(readPostgresOptions("postgres://u@h/d", { password: "p" }).connection.password).toBe("p");
	});
});

describe("listening", () => {
	const through = { ...WRITTEN_OUT, user: "app", dbname: "d", pooler: true };

	test("is off with a pooler, and followers poll more often", () => {
		expect(readPostgresOptions(through)).toMatchObject({
			listen: false,
			pollIntervalMs: 100,
			direct: undefined,
		});
		expect(readPostgresOptions({ ...WRITTEN_OUT, listen: false })).toMatchObject({
			pooler: false,
			listen: false,
			pollIntervalMs: 100,
		});
	});

	test("cannot be on through the pooler itself", () => {
		expect(refused({ pooler: true, listen: true })).toMatch(/^listen: does not work through a pooler/);
	});

	test("goes past the pooler by a URL; what that does not say is as through it", () => {
		const settings = readPostgresOptions({ ...through, port: 6432, listen: "postgres://direct.example" });
		expect(settings).toMatchObject({ listen: true, pollIntervalMs: 1000 });
		expect(settings.direct).toEqual({ ...settings.connection, host: "direct.example", port: 5432 });
	});

	test("a password is not sent for another user, nor a CA looked for where there is no TLS", () => {
		const { direct } = readPostgresOptions({
			...through,
			listen: "postgres://other@direct.example/e?sslmode=disable",
		});
		expect(direct).toMatchObject({ user: "other", password: undefined, database: "e", ssl: false });
	});
});

describe("passwords", () => {
	const secret = fc
		.string({ unit: fc.constantFrom(..."q7Zk/?#@:%&= \n\0[]".split("")), minLength: 8, maxLength: 20 })
		.filter((text) => /[q7Zk]{3}/.test(text));
	const piecesOf = (text: string): string[] => text.match(/[q7Zk]{3,}/g) ?? [];

	test("are never in an error, however the URL is broken", () => {
		fc.assert(
			fc.property(
				secret,
				fc.constantFrom("@h/d", "@h:x/d", "@h/d?nope=1", "@h:1/a/b", "@/d", "@[/d", "@h/d?sslmode=x"),
				(password, rest) => {
					try {
						readPostgresOptions(`postgres://user:${password}${rest}`);
					} catch (error) {
						if (!HoldfastError.isInstance(error)) throw error;
						const shown = `${error.message} ${JSON.stringify(error)} ${error.stack} ${String(error.cause)}`;
						for (const piece of piecesOf(password)) expect(shown).not.toContain(piece);
					}
				},
			),
		);
	});

	test("are never in an error of the options, nor in the label", () => {
		const settings = readPostgresOptions("postgres://user:q7Zkq7Zk@h/d");
		expect(settings.label).toBe("h:5432/d");
		for (const options of [
			{ port: 0 },
			{ sslmode: "x" },
			{ nope: 1 },
			{ sslrootcert: "/nowhere" },
			{ listen: "postgres://u:q7Zkq7Zk@h/a/b" },
			{ password: "q7Zkq7Zk\0" },
		]) {
			const error = refusal({ hostname: "h", password: "q7Zkq7Zk", ...options });
			expect(`${error.message} ${JSON.stringify(error)}`).not.toContain("q7Zk");
		}
	});

	test("come back from a URL as they were, once they are percent-encoded", () => {
		fc.assert(
			fc.property(fc.string({ unit: "grapheme", minLength: 1 }), (password) => {
				fc.pre(!password.includes("\0") && password.isWellFormed());
				const url = `postgres://${encodeURIComponent(password)}:${encodeURIComponent(password)}@h/${encodeURIComponent(password)}`;
				// A path of dots is one that the URL parser resolves.
				fc.pre(!/^\.+$/.test(password));
				expect(readPostgresOptions(url).connection).toMatchObject({
					user: password,
					password,
					database: password,
				});
			}),
		);
	});
});
