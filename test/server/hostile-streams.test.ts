import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { STREAMS_OF_A_USER } from "../../src/server/receive/share-streams.ts";
import { closeServers, startTestServer } from "./resources-server.ts";

describe("IF2 streams of one user", () => {
	closeServers();

	test("IF2 a user has a share of them, and others have theirs", { timeout: 30_000 }, async () => {
		const { url, token } = await startTestServer();
		const [ada, bob] = [await token("ada"), await token("bob")];
		const leaving = new AbortController();
		const open = async (key: string): Promise<number> => {
			const path = `${url}/v1/sessions/events/stream?agent=echo&session=quiet`;
			const headers = { authorization: `Bearer ${key}` };
			return (await fetch(path, { headers, signal: leaving.signal })).status;
		};
		const first = await Promise.all(Array.from({ length: STREAMS_OF_A_USER }, () => open(ada)));
		expect(new Set(first)).toEqual(new Set([200]));
		expect(await open(ada)).toBe(429);
		expect(await open(bob)).toBe(200);
		leaving.abort();
		const again = async (): Promise<number> => {
			const headers = { authorization: `Bearer ${ada}` };
			return (await fetch(`${url}/v1/sessions/events?agent=echo&session=quiet`, { headers })).status;
		};
		await expect.poll(again).toBe(200);
	});
});

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
