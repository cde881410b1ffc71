import { describe, expect, onTestFinished, test } from "vitest";
import { httpTool, mcp } from "../../src/agent/index.ts";
import { defineAgent, type Holdfast, holdfast, type Tool } from "../../src/index.ts";
import type { NetworkPolicy } from "../../src/network/index.ts";
import { scriptedModel } from "../../src/testing/index.ts";
import { refusal } from "../api/refusal.ts";
import { failure, recorder } from "../tools/call-http-tool.ts";
import { startMcpHttp } from "../tools/start-mcp-http.ts";
import { toolContext } from "../tools/tool-context.ts";

const strict: NetworkPolicy = { loopback: false, allow: [] };
const local: NetworkPolicy = { loopback: true, allow: [] };
const never = new AbortController().signal;

async function open(options: Parameters<typeof holdfast>[0]): Promise<Holdfast> {
	const hf = await holdfast(options);
	onTestFinished(() => hf.close());
	return hf;
}

describe("IF3 the guard of tools", () => {
	test("an HTTP tool reaches what the instance it is called in may reach", async () => {
		const { url, seen } = await recorder();
		const look = httpTool({ name: "look", url: `${url}/x` });
		const refused = await failure(
			Promise.resolve(look.execute({}, { ...toolContext(), network: strict })) as Promise<unknown>,
		);
		expect(refused).toMatchObject({ code: "forbidden" });
		expect(seen).toEqual([]);
		expect(await look.execute({}, { ...toolContext(), network: local })).toEqual({ ok: true });
	});

	test("in a run the model is told, and the run goes on", async () => {
		const model = scriptedModel([{ toolCalls: [{ name: "look", input: {} }] }, "done"]);
		const look = httpTool({ name: "look", url: "http://169.254.169.254/latest/meta-data/" });
		const hf = await open({ agents: [defineAgent({ id: "a", model, tools: [look] })] });
		const { output } = await hf.agents.run({ agentId: "a", sessionId: "s", input: "x" });
		expect(output).toBe("done");
		expect(JSON.stringify(model.prompts[1]?.at(-1))).toContain("network.allow");
	});

	test("a tool that wraps another passes the policy of the instance on, also with a copy of its context", async () => {
		const model = scriptedModel([{ toolCalls: [{ name: "look", input: {} }] }, "done"]);
		const inner = httpTool({ name: "look", url: "http://10.0.0.1/x" });
		const look: Tool = { ...inner, execute: (input, context) => inner.execute(input, { ...context }) };
		const hf = await open({ agents: [defineAgent({ id: "a", model, tools: [look] })] });
		await hf.agents.run({ agentId: "a", sessionId: "s", input: "x" });
		expect(JSON.stringify(model.prompts[1]?.at(-1))).toContain("network.allow");
	});

	test("MCP over HTTP: the run is refused before the server is asked", async () => {
		const hf = await open({
			agents: [
				defineAgent({ id: "a", model: scriptedModel(["x"]), tools: [mcp({ url: "http://10.0.0.1/mcp" })] }),
			],
		});
		const run = hf.agents.run({ agentId: "a", sessionId: "s", input: "x" });
		expect(await refusal(run, "unavailable")).toMatchObject({
			message: expect.stringContaining("10.0.0.1:80 is a private or special address"),
		});
	});

	test("MCP over HTTP: a connection that one instance may make is none for another", async () => {
		const server = await startMcpHttp();
		const toolset = mcp({ url: server.url });
		onTestFinished(() => toolset.close());
		expect((await toolset.tools(never, local)).length).toBeGreaterThan(0);
		const before = server.requests.length;
		await expect(toolset.tools(never, strict)).rejects.toThrow("network.allow");
		expect(server.requests).toHaveLength(before);
		expect((await toolset.tools(never, local)).length).toBeGreaterThan(0);
	});
});

describe("IF3 the URL of a webhook is checked when it is set", () => {
	const ref = { agentId: "a", sessionId: "s" };
	const metadata = { event_webhook_url: "http://192.168.0.1/hook" };

	test("by every way to set it; the refusal says how to allow it, and nothing is written", async () => {
		const hf = await open({});
		const session = hf.session(ref);
		for (const attempt of [
			() => hf.sessions.create(ref, { metadata }),
			() => hf.sessions.open(ref, { metadata }),
			() => session.updateMetadata({ set: metadata }),
			() => session.subscribe({ url: metadata.event_webhook_url }),
		]) {
			expect(await refusal(attempt(), "forbidden")).toMatchObject({
				message: expect.stringContaining('add "192.168.0.1:80" to network.allow'),
			});
		}
		const here = await refusal(session.subscribe({ url: "http://localhost:9/hook" }), "forbidden");
		expect(here.message).toContain('add "localhost:9" to network.allow');
		expect((await hf.sessions.list()).items).toEqual([]);
	});

	test("network.allow opens it; what it cannot read is refused at the start", async () => {
		const hf = await open({ network: { allow: ["192.168.0.0/16"] } });
		expect((await hf.sessions.create(ref, { metadata })).metadata).toEqual(metadata);
		const bad = holdfast({ network: { allow: ["http://x"] } });
		expect(await refusal(bad, "invalid")).toMatchObject({
			message: expect.stringContaining('network.allow[0]: "http://x"'),
		});
	});
});
