/*
 * A server on port 4747: the whole library over HTTP, for programs in any language. In a terminal it runs until Ctrl-C.
 * Otherwise it shows a short exchange and exits.
 */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { HoldfastError } from "holdfast";
import { serve } from "holdfast/server";
import { sqlite } from "holdfast/sqlite";
import { model, printModelHint } from "../model.ts";

const stays = process.stdin.isTTY && process.stdout.isTTY;
mkdirSync(".holdfast", { recursive: true });

async function start() {
	try {
		return await serve({
			store: sqlite(".holdfast/server.db"),
			agents: join(import.meta.dirname, "agents"),
			...(model !== undefined && { model }),
			...(!stays && { port: 0 }),
		});
	} catch (error) {
		if (!HoldfastError.isInstance(error)) throw error;
		console.error(error.message);
		process.exit(1);
	}
}

const server = await start();
const { url } = server;

if (stays) {
	console.log(`Holdfast listens on ${url}, for this machine only. API reference: ${url}/v1/docs

In another terminal:
  curl ${url}/v1/agents/desk/run -H 'content-type: application/json' \\
    -d '{ "input": "Hi, I am Ada. I live in Lisbon.", "sessionId": "s1", "userId": "ada" }'
  curl -N '${url}/v1/sessions/events/stream?agent=desk&user=ada&session=s1'

For more, see docs/http.md. Press Ctrl-C to stop.`);
	process.once("SIGINT", () => server.close());
	process.once("SIGTERM", () => server.close());
} else {
	const post = async (path: string, body: object): Promise<unknown> => {
		const headers = { "content-type": "application/json" };
		const answer = await fetch(url + path, { method: "POST", headers, body: JSON.stringify(body) });
		return answer.json();
	};
	const said = { input: "Hi, I am Ada. I live in Lisbon.", sessionId: "s1", userId: "ada" };
	const { output } = (await post("/v1/agents/desk/run", said)) as { output: string };
	console.log(`POST /v1/agents/desk/run\n  ${output}`);
	const answer = await fetch(`${url}/v1/sessions/messages?agent=desk&user=ada&session=s1&last=2`);
	const { items } = (await answer.json()) as { items: { role: string; content: string }[] };
	console.log("GET /v1/sessions/messages?agent=desk&user=ada&session=s1&last=2");
	for (const { role, content } of items) console.log(`  ${role}: ${content}`);
	await server.close();
}

printModelHint("npm run example server");
