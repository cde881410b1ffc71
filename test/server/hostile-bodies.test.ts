import { request } from "node:http";
import { describe, expect, test } from "vitest";
import { closeServers, startTestServer } from "./resources-server.ts";

const nested = (levels: number): string => "[".repeat(levels) + "]".repeat(levels);

describe("IF2 bodies that are made to break something", () => {
	closeServers();

	test("IF2 are refused for what they are, however long or deep", async () => {
		const { ask, key } = await startTestServer();
		const agent = await key("agent");
		const bodies: [string, string, RegExp][] = [
			["/v1/agents/echo/run", `{"input":"${"x".repeat(12_000_000)}`, /not valid JSON/],
			["/v1/agents/echo/run", `{"input":"${"\\n".repeat(6_000_000)}`, /not valid JSON/],
			["/v1/agents/echo/run", "[".repeat(1_000_000), /not valid JSON/],
			["/v1/agents/echo/trigger", `{"input":{"a":${nested(200_000)}}}`, /nested deeper/],
			[
				"/v1/agents/echo/trigger",
				`{"input":{},"idempotencyKey":"k","metadata":{"a":${nested(200_000)}}}`,
				/nested deeper/,
			],
			["/v1/sessions/import?agent=echo&session=s", nested(200_000), /array of messages/],
			["/v1/sessions/import?agent=echo&session=s", '"text"', /array of messages/],
		];
		for (const [path, raw, message] of bodies) {
			const reply = await ask("POST", path, { raw, key: agent });
			expect([path, reply.json.error.code]).toEqual([path, "invalid"]);
			expect(reply.json.error.message).toMatch(message);
		}
		expect((await ask("GET", "/v1/users", { key: agent })).json.items).toEqual([]);
	});

	test("SE11 an import is read whole, however small the pieces are that it comes in", async () => {
		const { server, ask, key } = await startTestServer();
		const agent = await key("agent");
		await ask("POST", "/v1/sessions/messages?agent=echo&session=a", {
			body: { role: "user", content: "}".repeat(20_000) },
			key: agent,
		});
		const { text } = await ask("GET", "/v1/sessions/export?agent=echo&session=a", { key: agent });
		const headers = { authorization: `Bearer ${agent}`, "content-type": "application/x-ndjson" };
		const path = "/v1/sessions/import?agent=echo&session=b";
		const status = await new Promise<number | undefined>((resolve, reject) => {
			const sent = request(
				{ port: server.port, host: "127.0.0.1", method: "POST", path, headers },
				(answer) => {
					answer.resume().on("end", () => resolve(answer.statusCode));
				},
			);
			sent.on("error", reject);
			for (let i = 0; i < text.length; i += 7) sent.write(text.slice(i, i + 7));
			sent.end();
		});
		expect(status).toBe(200);
		const read = (session: string) => ask("GET", `/v1/sessions/events?session=${session}`, { key: agent });
		expect((await read("b")).json.items).toEqual((await read("a")).json.items);
	});
});
