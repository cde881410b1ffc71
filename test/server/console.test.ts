import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PAGES } from "../../console/src/paths.ts";
import { openConsoleFiles } from "../../src/server/console/console-files.ts";
import { PAGES as SERVED } from "../../src/server/console/pages.ts";
import { buildPackage } from "../house/built-package.ts";
import { ask, served } from "./ask.ts";

describe("IF5: how the console is served", () => {
	beforeAll(buildPackage, 120_000);

	it("every page of the console is one that the server knows, and the other way round", () => {
		expect([...SERVED].sort()).toEqual(Object.values(PAGES).sort());
	});

	it("needs no key, holds no data, and may run its own scripts only", async () => {
		await using server = await served({ agents: [{ id: "secret-agent" }] });
		for (const path of [...SERVED, "/session?agent=a&session=b"]) {
			const { status, headers, body } = await ask(server, path);
			expect({ path, status }).toEqual({ path, status: 200 });
			const policy = String(headers["content-security-policy"]);
			expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'");
			expect(policy).toContain("connect-src 'self'");
			expect(policy).toContain("frame-ancestors 'none'");
			expect(policy).not.toMatch(/unsafe|https?:|data:|\*/);
			expect(headers["x-content-type-options"]).toBe("nosniff");
			expect(headers["referrer-policy"]).toBe("no-referrer");
			expect(body).not.toContain("secret-agent");
			// Everything it loads is here, and beside it.
			for (const [, from = ""] of body.matchAll(/(?:src|href)="([^"]+)"/g)) expect(from).toMatch(/^\.\//);
			expect(body).not.toMatch(/<script(?![^>]* src=)|<style| style=| on\w+=/);
		}
	});

	it("scripts are kept by browsers for ever, pages are asked for again; both travel compressed", async () => {
		await using server = await served();
		const page = await ask(server, "/");
		expect(page.headers["cache-control"]).toBe("no-cache");
		const [, script = ""] = /src="\.(\/assets\/[^"]+\.js)"/.exec(page.body) ?? [];
		const plain = await ask(server, script);
		expect(plain.headers["cache-control"]).toContain("immutable");
		expect(plain.headers["content-type"]).toBe("text/javascript; charset=utf-8");
		expect(plain.headers["content-encoding"]).toBeUndefined();
		const zipped = await fetch(server.url + script, { headers: { "accept-encoding": "gzip" } });
		expect(zipped.headers.get("content-encoding")).toBe("gzip");
		expect(await zipped.text()).toBe(plain.body);
		const known = await ask(server, "/", { headers: { "if-none-match": String(page.headers.etag) } });
		expect({ status: known.status, body: known.body }).toEqual({ status: 304, body: "" });
		const head = await ask(server, "/", { method: "HEAD" });
		expect({ status: head.status, body: head.body }).toEqual({ status: 200, body: "" });
	});

	it("gives nothing but its own files, whatever the path", async () => {
		await using server = await served();
		const paths = [
			"/index.html",
			"/../package.json",
			"/assets/../../package.json",
			"/assets/..%2f..%2fpackage.json",
			"/assets/%2e%2e/%2e%2e/package.json",
			"/assets/",
			"/assets",
			"//etc/passwd",
			"/assets/x.js",
			"/session/",
		];
		for (const path of paths) {
			const { status, body } = await ask(server, path);
			expect({ path, code: body.error?.code, status }).toEqual({ path, code: "unauthorized", status: 401 });
		}
		expect((await ask(server, "/", { method: "POST" })).status).toBe(401);
	});

	it("is not there where it is not wanted", async () => {
		await using server = await served({ console: false });
		expect((await ask(server, "/")).body).toContain("Callers need a key");
		expect((await ask(server, "/sessions")).status).toBe(401);
	});
});

describe("IF5: the files of the console", () => {
	const folder = mkdtempSync(join(tmpdir(), "holdfast-files-"));
	afterAll(() => rmSync(folder, { recursive: true, force: true }));

	it("without a build there are none", () => {
		expect(openConsoleFiles(folder)).toBeUndefined();
	});

	it("only kinds that a console has are given, each as it was written", async () => {
		mkdirSync(join(folder, "assets"));
		writeFileSync(join(folder, "index.html"), "<!doctype html>");
		writeFileSync(join(folder, "assets", "a.js"), "export {};".repeat(100));
		writeFileSync(join(folder, "assets", "a.js.map"), "{}");
		writeFileSync(join(folder, ".env"), "SECRET=1");
		const files = openConsoleFiles(folder);
		expect([...(files?.keys() ?? [])].sort()).toEqual(["/assets/a.js", "/index.html"]);
		const script = await files?.get("/assets/a.js")?.();
		expect(script?.isFixed).toBe(true);
		expect(gunzipSync(script?.zipped ?? "").toString()).toBe("export {};".repeat(100));
	});
});
