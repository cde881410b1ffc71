import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { type PostgresOptions, readPostgresOptions } from "./postgres-options.ts";

const folder = mkdtempSync(join(tmpdir(), "holdfast-tls-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const CERTIFICATE = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n";
const file = join(folder, "root.pem");
writeFileSync(file, CERTIFICATE);
writeFileSync(join(folder, "empty.pem"), "nothing");

const tls = (options: PostgresOptions) => readPostgresOptions("postgres://h/d", options).connection.ssl;
const skipsName = { checkServerIdentity: expect.any(Function) };

describe("sslmode means what it means to libpq (BE1)", () => {
	test("disable: none; prefer, the default of a URL: if the server has it", () => {
		expect(tls({ sslmode: "disable" })).toBe(false);
		expect(tls({ sslmode: "prefer" })).toBe("prefer");
		expect(tls({})).toBe("prefer");
	});

	test("require: TLS, and no look at the certificate unless there is a CA file", () => {
		expect(tls({ sslmode: "require" })).toEqual({ rejectUnauthorized: false });
		expect(tls({ sslmode: "require", sslrootcert: file })).toEqual({
			rejectUnauthorized: true,
			ca: CERTIFICATE,
			...skipsName,
		});
	});

	test("verify-ca: the chain; verify-full: the name too", () => {
		expect(tls({ sslmode: "verify-ca", sslrootcert: file })).toEqual({
			rejectUnauthorized: true,
			ca: CERTIFICATE,
			...skipsName,
		});
		expect(tls({ sslmode: "verify-full", sslrootcert: file })).toEqual({
			rejectUnauthorized: true,
			ca: CERTIFICATE,
		});
		expect(tls({ sslmode: "verify-full" })).toEqual({ rejectUnauthorized: true });
		expect(tls({ sslmode: "verify-full", sslrootcert: "system" })).toEqual({ rejectUnauthorized: true });
	});

	test("the CA file may be named in the URL", () => {
		const url = `postgres://h/d?sslmode=verify-full&sslrootcert=${encodeURIComponent(file)}`;
		expect(readPostgresOptions(url).connection.ssl).toEqual({ rejectUnauthorized: true, ca: CERTIFICATE });
	});

	test("the listener's way is checked as the main one, unless its URL says otherwise", () => {
		const options = { sslmode: "verify-full", sslrootcert: file } as const;
		const direct = (listen: string) =>
			readPostgresOptions("postgres://h/d", { ...options, listen }).direct?.ssl;
		expect(direct("postgres://g")).toEqual({ rejectUnauthorized: true, ca: CERTIFICATE });
		expect(direct("postgres://g?sslmode=require")).toEqual({ rejectUnauthorized: false });
	});

	test.each<[PostgresOptions, string]>([
		[{ sslrootcert: file }, "sslrootcert is ignored with sslmode prefer; set sslmode to verify-full"],
		[{ sslmode: "disable", sslrootcert: file }, "sslrootcert is ignored with sslmode disable"],
		[{ sslmode: "require", sslrootcert: "system" }, "sslrootcert system needs sslmode verify-full"],
		[
			{ sslmode: "verify-full", sslrootcert: "/no/such.pem" },
			"the file /no/such.pem of sslrootcert does not exist",
		],
		[
			{ sslmode: "verify-full", sslrootcert: folder },
			`the file ${folder} of sslrootcert cannot be read (EISDIR)`,
		],
		[{ sslmode: "verify-full", sslrootcert: join(folder, "empty.pem") }, "has no certificate in PEM form"],
	])("settings that only look safe are refused: %o", (options, message) => {
		expect(() => tls(options)).toThrow(
			expect.objectContaining({ code: "invalid", message: expect.stringContaining(message) }),
		);
	});
});
