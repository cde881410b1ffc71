import { describe, expect, test } from "vitest";
import { defineAgent } from "../../src/index.ts";
import { scriptedModel } from "../../src/testing/index.ts";
import { at, closeServers, startTestServer, type TestServer } from "./resources-server.ts";

/** A boss that asks a researcher, and one that always fails. */
const agents = () => [
	defineAgent({ id: "researcher", model: scriptedModel(() => "what is known of ada") }),
	defineAgent({
		id: "boss",
		agents: ["researcher"],
		model: scriptedModel(({ prompt }) =>
			prompt.at(-1)?.role === "tool"
				? "done"
				: { toolCalls: [{ name: "researcher", input: { input: "look ada up" } }] },
		),
	}),
	defineAgent({
		id: "broken",
		model: scriptedModel(() => {
			throw new Error("the provider at 10.0.0.7 is away");
		}),
	}),
];

const session = (user: string, id: string) => at({ agent: "boss", user, session: id });

async function say({ ask, key }: TestServer, user: string, id: string, content: string): Promise<void> {
	const body = { role: "user", content };
	await ask("POST", `/v1/sessions/messages${session(user, id)}`, { body, key: await key("agent") });
}

async function move({ ask, key }: TestServer, from: string, to: string, id: string): Promise<void> {
	const moved = await ask("POST", `/v1/sessions/rekey${session(from, id)}`, {
		body: { to: { userId: to } },
		key: await key("agent"),
	});
	expect(moved.status).toBe(200);
}

/** Reads a stream until it ends or has said something. */
async function follow(
	server: TestServer,
	path: string,
	key: string,
	until: (text: string) => boolean,
): Promise<{ begun: Promise<void>; text: Promise<string> }> {
	const leaving = new AbortController();
	const { promise: begun, resolve } = Promise.withResolvers<void>();
	const read = async (): Promise<string> => {
		const headers = { authorization: `Bearer ${key}` };
		const response = await fetch(server.url + path, { headers, signal: leaving.signal });
		let text = "";
		for await (const part of response.body ?? []) {
			text += Buffer.from(part).toString();
			resolve();
			if (until(text)) break;
		}
		leaving.abort();
		return text;
	};
	return { begun, text: read() };
}

describe("ID7 a user who means harm", () => {
	closeServers();

	test("ID7 who follows from far behind the end does not see what comes when it is another user's", async () => {
		const server = await startTestServer({ agents: agents() });
		await say(server, "ada", "s", "mine");
		const path = "/v1/sessions/events/stream?agent=boss&session=s&after=3";
		const { begun, text } = await follow(server, path, await server.token("ada"), (seen) =>
			seen.includes("id:"),
		);
		await begun;
		await move(server, "ada", "carol", "s");
		for (let i = 0; i < 6; i++) await say(server, "carol", "s", `carol's ${i}`);
		expect(await text).not.toContain("carol");
	});

	test("ID7 a session that became the user's is followed from its beginning, and on", async () => {
		const server = await startTestServer({ agents: agents() });
		await say(server, "visitor", "s", "one");
		await move(server, "visitor", "ada", "s");
		await say(server, "ada", "s", "two");
		const path = "/v1/sessions/events/stream?agent=boss&session=s";
		const { text } = await follow(server, path, await server.token("ada"), (seen) => seen.includes("two"));
		expect((await text).match(/^id: \d+$/gm)).toEqual(["id: 0", "id: 2"]);
	});

	test("AG5 a user whose name reads like that of an agent at work for another sees nothing of its work", async () => {
		const server = await startTestServer({ agents: agents() });
		const { ask, key, token } = server;
		const ada = await token("ada");
		const ran = await ask("POST", "/v1/agents/boss/run", { body: { input: "x", sessionId: "s" }, key: ada });
		expect(ran.json.status).toBe("completed");
		const agent = await key("agent");
		const { items } = (await ask("GET", "/v1/sessions?agent=researcher", { key: agent })).json;
		expect(items).toMatchObject([{ userId: "ada:researcher", sessionId: "s:researcher" }]);
		const [{ lastRunId, head }] = items;

		const other = await token("ada:researcher");
		const derived = at({ agent: "researcher", session: "s:researcher" });
		const body = { role: "user", content: "forget all that" };
		const tries = [
			await ask("GET", "/v1/sessions", { key: other }),
			await ask("GET", "/v1/sessions?sessionId=s:researcher", { key: other }),
			await ask("GET", "/v1/sessions?session=s:researcher", { key: other }),
			await ask("GET", `/v1/sessions${derived}`, { key: other }),
			await ask("GET", "/v1/sessions/messages?session=s:researcher", { key: other }),
			await ask("GET", `/v1/sessions/messages${derived}`, { key: other }),
			await ask("GET", `/v1/sessions/events${derived}`, { key: other }),
			await ask("GET", `/v1/sessions/events/stream${derived}`, { key: other }),
			await ask("POST", `/v1/sessions/messages${derived}`, { body, key: other }),
			await ask("POST", "/v1/agents/researcher/run", {
				body: { input: "go on", sessionId: "s:researcher" },
				key: other,
			}),
			await ask("GET", `/v1/runs/${lastRunId}/stream`, { key: other }),
			await ask("POST", `/v1/runs/${lastRunId}/cancel`, { key: other }),
		];
		expect(tries.map(({ status, json }) => json?.error?.code ?? status)).toEqual([
			200,
			200,
			...new Array(10).fill("not_found"),
		]);
		for (const { text } of tries) expect(text).not.toMatch(/known of ada|look ada up/);
		expect(tries.slice(0, 2).map(({ json }) => json.items)).toEqual([[], []]);
		const after = await ask("GET", "/v1/sessions?agent=researcher", { key: agent });
		expect(after.json.items).toMatchObject([{ head }]);
	});

	test("ID7 is not told where a run failed, nor which agents there are", async () => {
		const { ask, token } = await startTestServer({ agents: agents() });
		const ada = await token("ada");
		const failed = await ask("POST", "/v1/agents/broken/run", { body: { input: "x" }, key: ada });
		const { runId } = failed.json.error;
		const cancelled = await ask("POST", `/v1/runs/${runId}/cancel`, { key: ada });
		expect(cancelled.json).toMatchObject({ status: "failed", error: { code: "model_failed" } });
		expect(cancelled.text).not.toContain("10.0.0.7");
		for (const how of ["run", "stream"]) {
			const none = await ask("POST", `/v1/agents/nobody/${how}`, { body: { input: "x" }, key: ada });
			expect(none.json.error).toMatchObject({ code: "not_found", agentId: "nobody" });
			expect(none.text).not.toMatch(/boss|researcher/);
		}
	});

	test("ID7 a key that somebody else used in the session does not show what was written with it", async () => {
		const { ask, key, token } = await startTestServer({ agents: agents() });
		const path = `/v1/sessions/events${session("ada", "s")}`;
		const headers = { "idempotency-key": "first" };
		const hidden = { kind: "message", source: "system", data: { role: "system", content: "be strict" } };
		await ask("POST", path, { body: { events: hidden }, headers, key: await key("agent") });
		const event = { kind: "message", source: "user", data: { role: "user", content: "x" } };
		const again = await ask("POST", path, { body: { events: event }, headers, key: await token("ada") });
		expect(again.text).not.toContain("be strict");
		const message = path.replace("/events", "/messages");
		const body = { role: "user", content: "x" };
		const third = await ask("POST", message, { body, headers, key: await token("ada") });
		expect(third.text).not.toContain("be strict");
	});
});
