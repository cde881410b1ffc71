import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { closeServers, startTestServer } from "./resources-server.ts";

describe("ID7 streams of a credential that is no good any more", () => {
	closeServers();
	beforeEach(() => {
		vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "Date"] });
	});
	afterEach(() => {
		vi.useRealTimers();
	});

	/** Opens a stream that nothing is said on. */
	async function follow(url: string, key: string): Promise<{ ended: Promise<void>; isEnded(): boolean }> {
		const headers = { authorization: `Bearer ${key}` };
		const response = await fetch(`${url}/v1/sessions/events/stream?agent=echo&session=quiet`, { headers });
		expect(response.status).toBe(200);
		let ended = false;
		const read = async (): Promise<void> => {
			for await (const _ of response.body ?? []);
			ended = true;
		};
		return { ended: read(), isEnded: () => ended };
	}

	test("ID7 a stream ends with the key or the token that it was opened with, and no other does", async () => {
		const { url, ask, key } = await startTestServer();
		const [admin, agent] = [await key("admin"), await key("agent")];
		const made = await ask("POST", "/v1/keys", { body: { scope: "read" }, key: admin });
		const token = await ask("POST", "/v1/tokens", {
			body: { userId: "ada", expiresInSeconds: 10 },
			key: agent,
		});
		const revoked = await follow(url, made.json.key);
		const expiring = await follow(url, token.json.token);
		const other = await follow(url, agent);
		await ask("DELETE", `/v1/keys/${made.json.id}`, { key: admin });
		vi.advanceTimersByTime(15_000);
		await Promise.all([revoked.ended, expiring.ended]);
		expect(other.isEnded()).toBe(false);
	});
});
