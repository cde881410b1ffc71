import { describe, expect, test } from "vitest";
import { type PostgresSettings, readPostgresOptions } from "./postgres-options.ts";

const connection = (url: string): PostgresSettings["connection"] => readPostgresOptions(url).connection;

describe("a URL (BE1)", () => {
	test("sets everything, with the usual defaults of PostgreSQL tools", () => {
		expect(connection("postgres://u:p@h:6000/d?sslmode=disable")).toEqual({
			host: "h",
			port: 6000,
			user: "u",
			password: "p",
			database: "d",
			ssl: false,
		});
		expect(connection("postgresql://")).toEqual({
			host: "localhost",
			port: 5432,
			user: "postgres",
			password: undefined,
			database: "postgres",
			ssl: "prefer",
		});
		expect(connection("postgres://alice@h").database).toBe("alice");
	});

	test.each([
		["postgres:///d?host=/var/run/postgresql", "/var/run/postgresql:5432/d"],
		["postgres://u:p@/d?host=/tmp&sslmode=require", "/tmp:5432/d"],
		["postgres://%2Ftmp:6000/d", "/tmp:6000/d"],
	])("%s leads to a Unix socket, where there is no TLS", (url, label) => {
		expect(readPostgresOptions(url)).toMatchObject({ label, connection: { ssl: false } });
	});

	test("an address of version 6 has brackets in the URL and in the label only", () => {
		expect(readPostgresOptions("postgres://[::1]:6000/d")).toMatchObject({
			connection: { host: "::1" },
			label: "[::1]:6000/d",
		});
	});

	test("white space around it, as files leave it, does not count", () => {
		expect(connection(" postgres://u:p@h/d\n").database).toBe("d");
	});

	test("+ is a plus", () => {
		expect(readPostgresOptions("postgres://h?application_name=a+b").applicationName).toBe("a+b");
	});

	test.each([
		["", "must not be empty"],
		["mysql://h/d", "must begin with postgres:// or postgresql://"],
		["jdbc:postgresql://h/d", "must begin with postgres:// or postgresql://"],
		["h/d", "must begin with postgres:// or postgresql://"],
		["postgres://u:a b@h/d", "must not contain spaces or control characters"],
		["postgres://u:a/b@h/d", "has an @ after the host; percent-encode"],
		["postgres://u:1/b@h/d", "has an @ after the host; percent-encode"],
		["postgres://u:1?b@h/d", "has an @ after the host; percent-encode"],
		["postgres://u:1#b@h/d", "has an @ after the host; percent-encode"],
		["postgres://h/d#x", "must not have a #"],
		["postgres://h:x/d", "is not a valid URL"],
		["postgres://h:65536/d", "is not a valid URL"],
		["postgres://h:0/d", "the port must be a whole number, 1 to 65535"],
		["postgres://a,b/d", "the host must be one host"],
		["postgres://h/d/e", "must have one database name"],
		["postgres://u:%zz@h/d", "has a % that is not a percent-encoding"],
		["postgres://u:%FF@h/d", "has a % that is not a percent-encoding"],
		["postgres://u%00@h/d", "the user must not contain NUL"],
		["postgres://h/d%00", "the database must not contain NUL"],
		[
			"postgres://h/d?schema=x",
			"the parameter schema is not known; set schema as an option, not in the URL; known parameters: host",
		],
		[
			"postgres://h/d?channel_binding=require",
			"the parameter channel_binding is not known; known parameters: host",
		],
		["postgres://h/d?%0Ax=1", "the parameter with a strange name is not known"],
		["postgres://h/d?sslmode", "sslmode must be one of disable"],
		["postgres://h/d?sslmode=no-verify", "sslmode must be one of disable"],
		["postgres://h/d?sslmode=disable&sslmode=require", "the parameter sslmode appears twice"],
		["postgres://h/d?connect_timeout=0", "connect_timeout must be a whole number of seconds, at least 1"],
		["postgres://h/d?connect_timeout=1e3", "connect_timeout must be a whole number of seconds, at least 1"],
		["postgres://h/d?host=a,b", "host must be one host"],
	])("%s is refused, with advice", (url, message) => {
		const start = `postgres options.url: ${message}`;
		expect(() => readPostgresOptions(url)).toThrow(
			expect.objectContaining({ code: "invalid", message: expect.stringContaining(start) }),
		);
	});
});
