import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { serve } from "../../src/server/index.ts";
import { ask, served } from "./ask.ts";

describe("IF2: the page at the address of a server without console", () => {
	it("leads on, with the address its reader has used, and without scripts or anything from elsewhere", async () => {
		await using server = await serve({ port: 0, console: false, agents: [{ id: "secret-agent" }] });
		const { status, headers, body: text } = await ask(server, "/");
		expect(status).toBe(200);
		expect(headers["content-type"]).toBe("text/html; charset=utf-8");
		const [, style = ""] = /<style>(.*?)<\/style>/s.exec(text) ?? [];
		const hash = createHash("sha256").update(style).digest("base64");
		expect(headers["content-security-policy"]).toContain(`default-src 'none'; style-src 'sha256-${hash}'`);
		expect(text).not.toMatch(/<script|<img|<link|src=| on\w+=/);
		expect(text).toContain(`curl &quot;${server.url}/v1/agents&quot;`);
		expect(text).not.toContain("secret-agent");
		for (const [, path = ""] of text.matchAll(/href="([^"]+)"/g))
			expect((await ask(server, path)).status).toBe(200);
	});

	it("says that callers need a key, where they do", async () => {
		await using server = await served({ console: false });
		const { body: text } = await ask(server, "/");
		expect(text).toContain("Callers need a key");
		expect(text).toContain("export HOLDFAST_KEY=…");
	});
});
