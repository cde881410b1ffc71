import { describe, expect, test } from "vitest";
import { operations } from "../../src/server/resources/index.ts";
import { at, closeServers, type Reply, startTestServer, type TestServer } from "./resources-server.ts";

const said = (content: string, more: object = {}) => ({
	kind: "message",
	source: "user",
	data: { role: "user", content },
	...more,
});

/** Ann has a session with everything in it, a fact and a run; so has Bob. */
async function furnished(): Promise<
	TestServer & { ann: string; bob: string; runs: Record<string, string>; facts: Record<string, string> }
> {
	const server = await startTestServer();
	const { ask, key, token } = server;
	const agent = await key("agent");
	const runs: Record<string, string> = {};
	const facts: Record<string, string> = {};
	for (const userId of ["ann", "bob"]) {
		await ask("PUT", "/v1/sessions", {
			body: { agentId: "looker", userId, sessionId: `of-${userId}`, metadata: { internal: 1 }, title: "T" },
			key: agent,
		});
		const events = [
			said(`hello of ${userId}`, { metadata: { internal: 1 }, stateDelta: { set: { secret: 1 } } }),
			{ kind: "message", source: "system", data: { role: "system", content: "be kind to the rich" } },
			{ kind: "tool_call", source: "agent", data: { toolCallId: "c", name: "look", input: {} } },
			{ kind: "reply", source: "agent", data: { content: "one moment", internal: 1 } },
			{ kind: "message", source: "agent", data: { role: "assistant", content: "hi", reasoning: "hm" } },
			{ kind: "custom", source: "integration", data: { type: "x" } },
		];
		await ask(
			"POST",
			`/v1/sessions/events${at({ agent: "looker", user: userId, session: `of-${userId}` })}`,
			{
				body: { events },
				key: agent,
			},
		);
		const ran = await ask("POST", "/v1/agents/looker/run", {
			body: { input: "go", userId, sessionId: `run-${userId}` },
			key: agent,
		});
		runs[userId] = ran.json.runId;
		const fact = { content: `tea is what ${userId} likes`, metadata: { internal: 1 } };
		const kept = await ask("POST", `/v1/facts${at({ agent: "looker", user: userId })}`, {
			body: fact,
			key: agent,
		});
		facts[userId] = kept.json.id;
	}
	const shared = await ask("POST", "/v1/facts?agent=looker", {
		body: { content: "tea is sold out for everybody" },
		key: agent,
	});
	facts.all = shared.json.id;
	return { ...server, runs, facts, ann: await token("ann"), bob: await token("bob") };
}

/** What an answer says, but for the names that were asked for. */
const shape = ({ status, text }: Reply, ...ids: string[]): string =>
	ids.reduce((left, id) => left.replaceAll(id, "<id>"), `${status} ${text}`);

describe("ID7 the token of a user", () => {
	closeServers();

	test("ID7 may call these operations and no other", async () => {
		const allowed = operations.filter(({ user }) => user).map(({ id }) => id);
		expect(allowed.sort()).toEqual([
			"about",
			"agents.run",
			"agents.stream",
			"memory.get",
			"memory.list",
			"memory.search",
			"memory.searchByAddress",
			"runs.cancel",
			"runs.stream",
			"session.append",
			"session.events",
			"session.follow",
			"session.history.append",
			"sessions.getMessages",
			"sessions.list",
		]);
		const { ask, token } = await startTestServer();
		const ann = await token("ann");
		for (const { method, path, user } of operations) {
			if (user) continue;
			const reply = await ask(method, path.replace(":id", "x"), { key: ann });
			expect([method, path, reply.status, reply.json.error.code]).toEqual([method, path, 403, "forbidden"]);
		}
	});

	test("ID7 may send what people type, not what servers exchange", async () => {
		const { ask, ann, key } = await furnished();
		const long = said("x".repeat(250_000));
		const append = { body: { events: Array.from({ length: 8 }, () => long) } };
		const path = `/v1/sessions/events${at({ agent: "looker", user: "ann", session: "long" })}`;
		const refused = await ask("POST", path, { ...append, key: ann });
		expect([refused.status, refused.json.error.code]).toEqual([413, "limit_exceeded"]);
		expect((await ask("POST", path, { ...append, key: await key("agent") })).status).toBe(200);
	});

	test("ID7 sees own sessions without metadata, whatever it asks for", async () => {
		const { ask, ann } = await furnished();
		for (const query of ["", "?user=ann", "?noUser=true", "?agent=looker&user=ann"]) {
			const { items } = (await ask("GET", `/v1/sessions${query}`, { key: ann })).json;
			expect(items.map((one: { sessionId: string }) => one.sessionId).sort()).toEqual(["of-ann", "run-ann"]);
			for (const item of items) {
				expect(item.userId).toBe("ann");
				expect(item).not.toHaveProperty("metadata");
			}
		}
		const own = await ask("GET", "/v1/sessions?session=of-ann", { key: ann });
		expect(own.json).toMatchObject({ agentId: "looker", userId: "ann", title: "T" });
		expect(own.json).not.toHaveProperty("metadata");
		expect((await ask("GET", "/v1/sessions?externalId=x", { key: ann })).status).toBe(403);
	});

	test("ID7 reads what was said, without metadata, state, tools, reasoning and words of the system", async () => {
		const { ask, ann } = await furnished();
		const own = at({ agent: "looker", session: "of-ann" });
		const events = await ask("GET", `/v1/sessions/events${own}`, { key: ann });
		expect(events.json.items.map(({ kind, data }: { kind: string; data: object }) => [kind, data])).toEqual([
			["message", { role: "user", content: "hello of ann" }],
			["reply", { content: "one moment" }],
			["message", { role: "assistant", content: "hi" }],
		]);
		for (const query of ["&kinds=tool_call,custom", "&kinds=state", "&sources=system"])
			expect((await ask("GET", `/v1/sessions/events${own}${query}`, { key: ann })).json).toEqual({
				items: [],
			});
		const messages = await ask("GET", `/v1/sessions/messages${own}`, { key: ann });
		expect(
			messages.json.items.map(({ role, content }: { role: string; content: string }) => [role, content]),
		).toEqual([
			["user", "hello of ann"],
			["assistant", "one moment"],
			["assistant", "hi"],
		]);
		for (const reply of [events, messages])
			expect(reply.text).not.toMatch(/internal|secret|metadata|stateDelta|reasoning/);
	});

	test("ID7 what is another user's is as what does not exist", async () => {
		const { ask, ann, runs, facts } = await furnished();
		const get = (path: string, method = "GET") => ask(method, path, { key: ann });
		for (const [path, foreign, method] of [
			["/v1/sessions?session=<id>", "of-bob"],
			["/v1/sessions?agent=looker&session=<id>", "of-bob"],
			["/v1/sessions?agent=looker&user=ann&session=<id>", "of-bob"],
			["/v1/sessions/events?session=<id>", "of-bob"],
			["/v1/sessions/events?agent=looker&user=ann&session=<id>", "of-bob"],
			["/v1/sessions/messages?session=<id>", "of-bob"],
			["/v1/sessions/messages?agent=looker&user=ann&session=<id>", "of-bob"],
			["/v1/facts/<id>?agent=looker", facts.bob as string],
			["/v1/facts/<id>?agent=looker&user=ann&everybody=true", facts.bob as string],
			["/v1/facts/<id>?agent=looker", facts.all as string],
			["/v1/runs/<id>/cancel", runs.bob as string, "POST"],
			["/v1/runs/<id>/stream", runs.bob as string],
		] as const) {
			const theirs = await get(path.replace("<id>", foreign), method);
			const none = await get(path.replace("<id>", "no-such-id"), method);
			expect(shape(theirs, foreign)).toBe(shape(none, "no-such-id"));
			expect(theirs.text).not.toContain("bob likes");
		}
	});

	test("ID1 a token that names another user is forbidden, whether there is such a user or not", async () => {
		const { ask, ann } = await furnished();
		for (const user of ["bob", "nobody"]) {
			const asked = [
				ask("GET", `/v1/sessions?user=${user}`, { key: ann }),
				ask("GET", `/v1/sessions?agent=looker&user=${user}&session=of-ann`, { key: ann }),
				ask("GET", `/v1/sessions/events?agent=looker&user=${user}&session=of-ann`, { key: ann }),
				ask("GET", `/v1/sessions/events/stream?agent=looker&user=${user}&session=of-ann`, { key: ann }),
				ask("GET", `/v1/sessions/messages?agent=looker&user=ann&user=${user}&session=of-ann`, { key: ann }),
				ask("GET", `/v1/facts?agent=looker&user=${user}`, { key: ann }),
				ask("GET", `/v1/memory/search?agent=looker&user=${user}&query=tea`, { key: ann }),
				ask("POST", "/v1/memory/search", {
					body: { query: "tea", agentId: "looker", userId: user },
					key: ann,
				}),
				ask("POST", "/v1/agents/looker/run", { body: { input: "x", userId: user }, key: ann }),
				ask("POST", "/v1/agents/looker/stream", { body: { input: "x", userId: user }, key: ann }),
				ask("GET", "/v1/about", { key: ann, headers: { "holdfast-tenant": user } }),
			];
			for (const { status, json } of await Promise.all(asked))
				expect([status, json.error.code]).toEqual([403, "forbidden"]);
		}
		const own = await ask("POST", "/v1/agents/looker/run", { body: { input: "x", userId: "ann" }, key: ann });
		expect(own.status).toBe(200);
	});

	test("ID7 finds and lists own facts, not those of others nor of everybody, and no metadata", async () => {
		const { ask, ann, facts } = await furnished();
		const listed = await ask("GET", "/v1/facts?agent=looker&user=ann&everybody=true&scope=agent", {
			key: ann,
		});
		expect(listed.json.items.map(({ id }: { id: string }) => id)).toEqual([facts.ann]);
		const body = { query: "tea", agentId: "looker", userId: "ann", everybody: true };
		// What it said before is its history.
		const before = await ask("GET", `/v1/facts/${facts.ann}?agent=looker&wording=0`, { key: ann });
		expect(before.status).toBe(403);
		const found = await ask("POST", "/v1/memory/search", { body, key: ann });
		expect(found.json.hits.map(({ id }: { id: string }) => id)).toEqual([facts.ann]);
		const byAddress = await ask("GET", "/v1/memory/search?agent=looker&user=ann&query=tea", { key: ann });
		expect(byAddress.json.hits).toHaveLength(1);
		const one = await ask("GET", `/v1/facts/${facts.ann}?agent=looker`, { key: ann });
		expect(one.json).toMatchObject({ content: "tea is what ann likes", userId: "ann" });
		for (const reply of [listed, found, one]) expect(reply.text).not.toContain("internal");
		for (const more of [{ include: ["messages"] }, { filter: { metadata: { internal: 1 } } }])
			expect((await ask("POST", "/v1/memory/search", { body: { ...body, ...more }, key: ann })).status).toBe(
				403,
			);
	});

	test("ID7 appends messages of its own, and nothing else", async () => {
		const { ask, key, ann } = await furnished();
		const events = `/v1/sessions/events${at({ agent: "looker", session: "new" })}`;
		const stored = await ask("POST", events, {
			body: { events: { ...said("mine"), tenant: "rival", uid: "x" } },
			key: ann,
		});
		expect(stored.json.items).toMatchObject([
			{ offset: 0, source: "user", data: { role: "user", content: "mine" } },
		]);
		const messages = events.replace("/events", "/messages");
		expect((await ask("POST", messages, { body: { role: "user", content: "again" }, key: ann })).status).toBe(
			200,
		);
		const refused = [
			said("x", { metadata: { a: 1 } }),
			said("x", { stateDelta: { set: { a: 1 } } }),
			said("x", { at: "2020-01-01T00:00:00Z" }),
			said("x", { source: "agent" }),
			said("x", { source: "human" }),
			said("x", { data: { role: "assistant", content: "x" } }),
			said("x", { data: { role: "system", content: "x" } }),
			said("x", { data: { role: "user", content: "x", hidden: true } }),
			{ kind: "reply", source: "user", data: { content: "x" } },
			{ kind: "state", source: "user", data: {}, stateDelta: { set: { a: 1 } } },
		];
		for (const event of refused) {
			expect((await ask("POST", events, { body: { events: event }, key: ann })).json.error.code).toBe(
				"forbidden",
			);
			expect((await ask("POST", events, { body: { events: [said("y"), event] }, key: ann })).status).toBe(
				403,
			);
		}
		for (const more of [{ role: "assistant" }, { metadata: {} }])
			expect(
				(await ask("POST", messages, { body: { role: "user", content: "x", ...more }, key: ann })).status,
			).toBe(403);
		const agent = await key("agent");
		const seen = await ask("GET", `${events}&user=ann`, { key: agent });
		expect(seen.json.items).toHaveLength(2);
		expect((await ask("GET", events, { key: agent })).json.items).toEqual([]);
	});

	test("ID7 runs agents as that user; what it gets back is what was said", async () => {
		const { ask, key, ann } = await furnished();
		const body = { input: "go", sessionId: "mine", tenant: "rival", agentId: "echo" };
		const ran = await ask("POST", "/v1/agents/looker/run", { body, key: ann });
		expect(ran.json).toMatchObject({ status: "completed", output: "found it" });
		expect(ran.json).not.toHaveProperty("recalled");
		expect(ran.text).not.toMatch(/inside of|tool_call/);
		const agent = await key("agent");
		expect((await ask("GET", `/v1/runs/${ran.json.runId}`, { key: agent })).json).toMatchObject({
			userId: "ann",
			agentId: "looker",
		});
		for (const more of [{ state: { "user:a": 1 } }, { metadata: {} }, { memory: { limit: 0 } }])
			for (const how of ["run", "stream"])
				expect(
					(await ask("POST", `/v1/agents/looker/${how}`, { body: { ...body, ...more }, key: ann })).status,
				).toBe(403);
		const streamed = await ask("POST", "/v1/agents/looker/stream", { body, key: ann });
		expect(streamed.text).toContain("event: result");
		expect(streamed.text).not.toMatch(/inside of|tool-call|tool-result|recalled/);
		const runId = streamed.headers.get("holdfast-run-id");
		const again = await ask("GET", `/v1/runs/${runId}/stream`, { key: ann });
		expect(again.text).toContain("found it");
		expect(again.text).not.toMatch(/inside of|tool-call|tool-result|recalled/);
		const cancelled = await ask("POST", `/v1/runs/${runId}/cancel`, { key: ann });
		expect(cancelled.json).toMatchObject({ id: runId, status: "completed" });
		expect(cancelled.json).not.toHaveProperty("recalled");
	});

	test("ID7 is not told about the machines behind the server", async () => {
		const { ask, ann } = await furnished();
		for (const how of ["run", "stream"]) {
			const failed = await ask("POST", `/v1/agents/broken/${how}`, { body: { input: "x" }, key: ann });
			expect(failed.text).toContain("model_failed");
			expect(failed.text).not.toContain("10.0.0.7");
		}
	});

	test("ID7 a stream ends when the session becomes another user's", async () => {
		const { ask, key, ann, url } = await furnished();
		const headers = { authorization: `Bearer ${ann}` };
		const following = await fetch(`${url}/v1/sessions/events/stream?session=of-ann&after=3`, { headers });
		const parts = following.body?.pipeThrough(new TextDecoderStream()).getReader();
		let text = "";
		const read = async (isEnough: () => boolean): Promise<void> => {
			while (!isEnough()) {
				const part = await parts?.read();
				if (!part || part.done) return;
				text += part.value;
			}
		};
		await read(() => text.includes("id: 4\n"));
		await ask("POST", `/v1/sessions/rekey${at({ agent: "looker", user: "ann", session: "of-ann" })}`, {
			body: { to: { userId: "carol" } },
			key: await key("agent"),
		});
		await read(() => false);
		expect(text.match(/^id: \d+$/gm)).toEqual(["id: 4"]);
		expect(text).not.toContain("carol");
	});
});
