import { expect, onTestFinished, test } from "vitest";
import { defineAgent, type Store } from "../../src/index.ts";
import { serve } from "../../src/server/index.ts";
import { scriptedModel } from "../../src/testing/index.ts";
import { storeAt } from "../processes/store-at.ts";
import { tempDatabase } from "../processes/temp-database.ts";

async function start(store: Store): Promise<(path: string, body?: object) => Promise<Response>> {
	const agent = defineAgent({ id: "a", model: scriptedModel(() => "Hello.") });
	const server = await serve({ port: 0, store, agents: [agent], embedder: false });
	onTestFinished(() => server.close());
	return (path, body) =>
		fetch(
			server.url + path,
			body && {
				method: "POST",
				headers: { "content-type": "application/json" },
				body: JSON.stringify(body),
			},
		);
}

test("AG2: the stream of a run that does not exist is not found, not a stream", async () => {
	const ask = await start(storeAt(tempDatabase()));
	const answer = await ask("/v1/runs/01a1e3e8-9b43-7083-ad31-1bb05a14a1bc/stream");
	expect(answer.status).toBe(404);
	expect(await answer.json()).toMatchObject({ error: { code: "not_found" } });
});

test("AG2: of a run that is over and was streamed by nobody, the stream is its result", async () => {
	const place = tempDatabase();
	const ask = await start(storeAt(place));
	const { runId } = (await (await ask("/v1/agents/a/run", { input: "Hi", sessionId: "s" })).json()) as {
		runId: string;
	};
	const elsewhere = await start(storeAt(place));
	const answer = await elsewhere(`/v1/runs/${runId}/stream`);
	expect(answer.status).toBe(200);
	const text = await answer.text();
	expect(text).not.toContain("event: error");
	expect(text).toMatch(/^event: result\ndata: \{"runId":.*"output":"Hello\."/m);
});
