import { describe, expect, it } from "vitest";
import { createClient } from "./client.ts";
import { parseClientOptions } from "./client-options.ts";

describe("options of a client", () => {
	const url = "http://localhost:4747";

	it.each([
		undefined,
		null,
		7,
		{},
		{ url: "" },
		{ url: "localhost:4747" },
		{ url: "ftp://example.com" },
		{ url: "http://user:pw@example.com" },
		{ url: "http://example.com/?a=1" },
		{ url: 7 },
		{ url, apiKey: "" },
		{ url, apiKey: "with space" },
		{ url, apiKey: "line\nfeed" },
		{ url, apiKey: 7 },
		{ url, apiKey: "a", token: "b" },
		{ url, tenant: "" },
		{ url, tenant: 7 },
		{ url, fetch: "x" },
		{ url, retry: 3 },
		{ url, retry: { tries: 0 } },
		{ url, timeoutMs: 0 },
		{ url, timeout: 5 },
	])("IF1: %j is refused", (options) => {
		expect(() => createClient(options as never)).toThrow(expect.objectContaining({ code: "invalid" }));
	});

	it("IF1: a refusal never repeats the key", () => {
		expect(() => createClient({ url, apiKey: "secret key" })).toThrow(
			expect.objectContaining({ message: expect.not.stringContaining("secret") }),
		);
	});

	it("IF1: a path before /v1 is kept, a slash at its end is not", () => {
		expect(parseClientOptions({ url: "https://example.com/holdfast/" }).base.href).toBe(
			"https://example.com/holdfast",
		);
		expect(parseClientOptions({ url: new URL(url) }).base.href).toBe(`${url}/`);
	});
});
