import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { GlobalOptions } from "../globals.ts";
import { credentialsFile, readCredentials, writeCredentials } from "./credentials.ts";
import { describeTarget, findTarget } from "./target.ts";

let folder = "";
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), "holdfast-target-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const find = (globals: Partial<GlobalOptions> = {}, env: Record<string, string> = {}) =>
	findTarget(
		{ json: false, yes: false, ...globals },
		{
			stdin: process.stdin,
			stdout: process.stdout,
			stderr: process.stderr,
			cwd: folder,
			env: { HOLDFAST_HOME: join(folder, "home"), ...env },
		},
	);

const logIn = (url: string, key = "login-key"): void =>
	writeCredentials({ HOLDFAST_HOME: join(folder, "home") }, { current: url, servers: { [url]: { key } } });

describe("IF4: where a command works", () => {
	test("without a word: the folder, with its configuration if there is one", () => {
		expect(find()).toEqual({ folder });
		writeFileSync(join(folder, "holdfast.yaml"), "");
		expect(find()).toEqual({ folder, config: join(folder, "holdfast.yaml") });
	});

	test("what was typed wins over the environment, that over the login, that over the folder", () => {
		logIn("https://login.example");
		expect(find()).toEqual({ url: "https://login.example", key: "login-key" });
		const env = { HOLDFAST_STORE: "sqlite:./env.db" };
		expect(find({}, env)).toEqual({ folder, store: "sqlite:./env.db" });
		expect(find({ url: "https://typed.example", key: "k" }, env)).toEqual({
			url: "https://typed.example",
			key: "k",
		});
		expect(find({ store: "./typed.db" }, { HOLDFAST_URL: "https://env.example" })).toEqual({
			folder,
			store: "./typed.db",
		});
		expect(find({ config: "other.yaml" })).toEqual({ folder, config: join(folder, "other.yaml") });
	});

	test("the key of a login goes to its own server only", () => {
		logIn("https://login.example");
		expect(find({ url: "https://login.example/" })).toEqual({
			url: "https://login.example/",
			key: "login-key",
		});
		expect(find({ url: "https://other.example" })).toEqual({ url: "https://other.example" });
	});

	test("the key beside HOLDFAST_URL goes to that server only", () => {
		const env = { HOLDFAST_URL: "https://env.example", HOLDFAST_KEY: "env-key" };
		expect(find({}, env)).toMatchObject({ key: "env-key" });
		expect(find({ url: "https://ENV.example:443/" }, env)).toMatchObject({ key: "env-key" });
		expect(find({ url: "https://other.example" }, env)).toEqual({ url: "https://other.example" });
		expect(find({ url: "http://env.example" }, env)).toEqual({ url: "http://env.example" });
		expect(find({ url: "https://other.example" }, { HOLDFAST_KEY: "env-key" })).toMatchObject({
			key: "env-key",
		});
	});

	test("an address with a password is refused, without telling it", () => {
		for (const url of ["http://ada:secret@a.example", "https://secret@a.example"]) {
			const message = /^(?!.*secret).*must not contain a user or password/s;
			expect(() => find({ url })).toThrow(message);
			expect(() => find({}, { HOLDFAST_URL: url })).toThrow(message);
		}
	});

	test("contradictions are refused", () => {
		expect(() => find({ url: "https://a.example", store: "./a.db" })).toThrow(/cannot be combined/);
		expect(() => find({}, { HOLDFAST_URL: "https://a.example", HOLDFAST_STORE: "./a.db" })).toThrow(
			/unset one/,
		);
		expect(() => find({ key: "k" })).toThrow(/--url/);
	});

	test("no secret is told", () => {
		expect(describeTarget({ folder, store: "postgres://ada:secret@db.example/x?password=more" })).toBe(
			"postgres://db.example/x",
		);
		for (const password of ["secret", "p/secret", "p@secret", "12/secret", "p?secret", "p#se@cret"])
			expect(describeTarget({ folder, store: `postgres://ada:${password}@db.example/x` })).toBe(
				"postgres://db.example/x",
			);
		expect(describeTarget({ url: "https://h.example/a@b" })).toBe("https://h.example/a@b");
		expect(describeTarget({ url: "https://u:secret@h.example", key: "secret", tenant: "acme" })).toBe(
			"https://h.example, tenant acme",
		);
	});
});

describe("logins", () => {
	test("are for their owner's eyes", () => {
		logIn("https://login.example");
		const file = credentialsFile({ HOLDFAST_HOME: join(folder, "home") });
		expect(statSync(file).mode & 0o777).toBe(0o600);
		expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({ current: "https://login.example" });
	});

	test("a damaged file says what to do", () => {
		mkdirSync(join(folder, "home"));
		writeFileSync(join(folder, "home", "credentials.json"), "{");
		expect(() => readCredentials({ HOLDFAST_HOME: join(folder, "home") })).toThrow(/log in again/);
	});
});
