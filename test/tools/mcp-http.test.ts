import { afterEach, describe, expect, test, vi } from "vitest";
import type { McpUrlSpec } from "../../src/agent/tools/index.ts";
import { startMcpHttp } from "./start-mcp-http.ts";
import { startServer, stopServer } from "./start-server.ts";
import { callTool, type UsedToolset, useToolset } from "./use-toolset.ts";

afterEach(() => vi.unstubAllEnvs());

const connect = (url: string, more: Partial<McpUrlSpec> = {}): UsedToolset =>
	useToolset({ url, connectTimeoutMs: 60_000, ...more });
const unavailable = (message: string) =>
	expect.objectContaining({ code: "unavailable", message: expect.stringContaining(message) });

describe("AG4 an MCP server over HTTP", () => {
	test("tools of all pages are listed and called in one session, which close ends", async () => {
		const server = await startMcpHttp();
		const used = connect(server.url);
		const lists = await Promise.all([used.names(), used.names(), used.names()]);
		for (const names of lists) expect(names).toEqual(expect.arrayContaining(["echo", "waits"]));
		expect(await used.call("sum", { a: 2, b: 3 })).toEqual({ sum: 5 });
		await expect(used.call("fail")).rejects.toThrow("no such customer");
		expect(server.sessions()).toBe(1);
		await used.toolset.close();
		expect(server.sessions()).toBe(0);
		expect(server.requests.at(-1)?.method).toBe("DELETE");
	});

	test("headers with variables are on every request", async () => {
		vi.stubEnv("HF_TOKEN", "http-secret");
		const server = await startMcpHttp();
		// biome-ignore lint/suspicious/noTemplateCurlyInString: this is how users write it.
		const used = connect(server.url, { headers: { Authorization: "Bearer ${HF_TOKEN}" } });
		await used.call("echo");
		await used.toolset.close();
		expect(server.requests.length).toBeGreaterThan(3);
		for (const { headers } of server.requests) expect(headers.authorization).toBe("Bearer http-secret");
	});

	test("a changed list is seen", async () => {
		const server = await startMcpHttp();
		const used = connect(server.url);
		await used.list();
		// The stream on which the server tells opens beside the first answers.
		await expect.poll(() => server.requests.map(({ method }) => method)).toContain("GET");
		await used.call("grow");
		await expect.poll(() => used.names()).toContain("added_0");
	});

	test("an abort ends the call with its reason and tells the server", async () => {
		const used = connect((await startMcpHttp()).url);
		const controller = new AbortController();
		const waiting = expect(used.call("wait", {}, controller.signal)).rejects.toBe("stop");
		await expect.poll(() => used.call("waits")).toContain('"waiting":1');
		controller.abort("stop");
		await waiting;
		await expect.poll(() => used.call("waits")).toContain('"cancelled":1');
	});

	test("a server that is gone fails the call under way, then the listing; when it is back it is used again", async () => {
		const gone = Promise.withResolvers<void>();
		const server = await startMcpHttp(0, () => void stopServer(server.server).then(gone.resolve));
		const used = connect(server.url);
		const tools = await used.list();
		const waiting = expect(used.call("wait")).rejects.toThrow(/could no longer be reached during the call/);
		await expect.poll(() => used.call("waits")).toContain('"waiting":1');
		await expect(used.call("die")).rejects.toThrow(
			/the MCP server .*could no longer be reached during the call/,
		);
		await waiting;
		await gone.promise;
		await expect(used.list()).rejects.toEqual(unavailable("it could not be reached: ECONNREFUSED"));
		const echo = tools.find(({ name }) => name === "echo");
		await expect(echo && callTool(echo)).rejects.toThrow("is not connected");

		await startMcpHttp(server.port);
		expect(await used.call("echo", { value: "back" })).toBe("back");
	});

	test("a server that was started anew and knows nobody gets a new session", async () => {
		const server = await startMcpHttp();
		const used = connect(server.url);
		await used.list();
		await stopServer(server.server);
		const again = await startMcpHttp(server.port);
		await expect.poll(() => used.call("echo", { value: "hi" })).toBe("hi");
		expect(again.sessions()).toBe(1);
	});
});

describe("AG4 an MCP server over HTTP that cannot be used is unavailable", () => {
	test("nothing listens there", async () => {
		const { url, server } = await startServer(() => undefined);
		await stopServer(server);
		const { host } = new URL(url);
		await expect(connect(`${url}/mcp?key=hidden`).list()).rejects.toEqual(
			unavailable(`MCP server ${host} cannot be used: it could not be reached: ECONNREFUSED`),
		);
	});

	test("it never answers", async () => {
		const { url } = await startServer(() => undefined);
		await expect(connect(url, { connectTimeoutMs: 300 }).list()).rejects.toEqual(
			unavailable("it did not answer within 300 ms"),
		);
	});

	test("it refuses, and shows the secret it was sent", async () => {
		vi.stubEnv("HF_TOKEN", "http-secret");
		const { url } = await startServer((request, response) => {
			response.writeHead(401).end(`bad token ${request.headers.authorization} ${"x".repeat(5_000)}`);
		});
		// biome-ignore lint/suspicious/noTemplateCurlyInString: this is how users write it.
		const used = connect(url, { headers: { authorization: "Bearer ${HF_TOKEN}" } });
		const error = (await used.list().catch((reason: Error) => reason)) as Error;
		expect(error).toEqual(unavailable("bad token ***"));
		expect(error.message.length).toBeLessThan(700);
		expect(String(error.cause)).not.toContain("http-secret");
	});

	test("a redirect to another host is not followed", async () => {
		const other = await startMcpHttp();
		const { url } = await startServer((_, response) => {
			response.writeHead(307, { location: other.url }).end();
		});
		await expect(connect(url).list()).rejects.toEqual(unavailable("not followed"));
		expect(other.requests).toEqual([]);
	});
});
