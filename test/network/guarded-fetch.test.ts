import { type AddressInfo, isIPv6 } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { openNetwork, type Resolve } from "../../src/network/guarded-fetch.ts";
import { closeNetwork, guardedFetch, type NetworkPolicy } from "../../src/network/index.ts";
import { readBody, startServer } from "../tools/start-server.ts";

const strict: NetworkPolicy = { loopback: false, allow: [] };
const local: NetworkPolicy = { loopback: true, allow: [] };

interface Answering {
	port: number;
	/** How many connections and requests came. */
	connections: number;
	requests: string[];
}

async function answering(): Promise<Answering> {
	const seen: Answering = { port: 0, connections: 0, requests: [] };
	const { server } = await startServer((request, response) => {
		seen.requests.push(`${request.headers.host}${request.url}`);
		// Each request asks for a connection of its own: names are looked up again.
		response.setHeader("connection", "close").end("hello");
	});
	server.on("connection", () => seen.connections++);
	seen.port = (server.address() as AddressInfo).port;
	return seen;
}

function networkWith(policy: NetworkPolicy, answers: string[][]): { get: Get; asked: string[] } {
	const asked: string[] = [];
	const resolve: Resolve = async (host) => {
		const answer = answers[Math.min(asked.length, answers.length - 1)] ?? [];
		asked.push(host);
		return answer.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
	};
	const network = openNetwork(policy, resolve);
	onTestFinished(() => network.close());
	return { asked, get: async (url) => (await network.fetch(url)).text() };
}
type Get = (url: string) => Promise<string>;

const forbidden = expect.objectContaining({ code: "forbidden" });

describe("IF3 requests under a policy", () => {
	test("an address that may not be reached is not connected to", async () => {
		const server = await answering();
		const url = `http://127.0.0.1:${server.port}/`;
		await expect(guardedFetch(url, {}, strict)).rejects.toThrow(forbidden);
		expect(server.connections).toBe(0);
		onTestFinished(() => closeNetwork(local));
		expect(await (await guardedFetch(url, {}, local)).text()).toBe("hello");
	});

	test.each([
		["127.0.0.1"],
		["::1"],
		["::ffff:127.0.0.1"],
		["10.0.0.1"],
		["169.254.169.254"],
		["fe80::1%lo"],
		["64:ff9b::7f00:1"],
	])("a name that leads to %s is refused", async (address) => {
		const server = await answering();
		const { get } = networkWith(strict, [[address]]);
		await expect(get(`http://public.example:${server.port}/`)).rejects.toThrow(
			expect.objectContaining({
				code: "forbidden",
				message: expect.stringMatching(
					/^public\.example:\d+ resolves to a private network.*"public\.example:\d+" to network\.allow$/,
				),
			}),
		);
		expect(server.connections).toBe(0);
	});

	test("of several addresses only the allowed ones are connected to", async () => {
		const server = await answering();
		const policy = { loopback: false, allow: ["127.0.0.1"] };
		const { get, asked } = networkWith(policy, [["::1", "127.0.0.2", "10.0.0.1", "127.0.0.1"]]);
		expect(await get(`http://mixed.example:${server.port}/x`)).toBe("hello");
		expect(asked).toEqual(["mixed.example"]);
		expect(server.requests).toEqual([`mixed.example:${server.port}/x`]);
	});

	test("rebinding: what was checked is what is connected to, at each connection", async () => {
		const server = await answering();
		const policy = { loopback: false, allow: ["127.0.0.1"] };
		const { get, asked } = networkWith(policy, [["127.0.0.1"], ["127.0.0.2"], ["127.0.0.1"]]);
		const url = `http://rebind.example:${server.port}/`;
		expect(await get(url)).toBe("hello");
		expect(asked).toHaveLength(1);
		await expect(get(url)).rejects.toThrow(forbidden);
		expect(asked).toHaveLength(2);
		expect(await get(url)).toBe("hello");
		expect(asked).toHaveLength(3);
		expect(server.connections).toBe(2);
	});

	test("a name that is allowed may lead anywhere, on its port alone if one is given", async () => {
		const server = await answering();
		const other = await answering();
		const policy = { loopback: false, allow: [`API.internal:${server.port}`, "*.corp.example"] };
		const { get } = networkWith(policy, [["127.0.0.1"]]);
		expect(await get(`http://api.internal:${server.port}/`)).toBe("hello");
		expect(await get(`http://api.internal.:${server.port}/`)).toBe("hello");
		expect(await get(`http://x.corp.example:${other.port}/`)).toBe("hello");
		await expect(get(`http://api.internal:${other.port}/`)).rejects.toThrow(forbidden);
		await expect(get(`http://corp.example:${other.port}/`)).rejects.toThrow(forbidden);
		await expect(get(`http://xcorp.example:${other.port}/`)).rejects.toThrow(forbidden);
		expect(other.connections).toBe(1);
	});

	test("an address with a port is allowed on this port alone, also by a name", async () => {
		const server = await answering();
		const other = await answering();
		const { get } = networkWith({ loopback: false, allow: [`127.0.0.1:${server.port}`] }, [["127.0.0.1"]]);
		expect(await get(`http://a.example:${server.port}/`)).toBe("hello");
		await expect(get(`http://a.example:${other.port}/`)).rejects.toThrow(forbidden);
		await expect(get(`http://127.0.0.1:${other.port}/`)).rejects.toThrow(forbidden);
		expect(other.connections).toBe(0);
	});

	test("a redirect is an answer: its target is not asked", async () => {
		const inside = await answering();
		const { url } = await startServer((_, response) => {
			response.writeHead(302, { location: `http://127.0.0.1:${inside.port}/secret` }).end();
		});
		const network = openNetwork(local);
		onTestFinished(() => network.close());
		const response = await network.fetch(url, { redirect: "follow" });
		expect([response.status, response.headers.get("location")]).toEqual([
			302,
			`http://127.0.0.1:${inside.port}/secret`,
		]);
		await response.body?.cancel();
		expect(inside.connections).toBe(0);
	});

	test("a name without address, and one that cannot be asked, are failures of the network", async () => {
		await expect(networkWith(strict, [[]]).get("http://none.example/")).rejects.toThrow(
			expect.objectContaining({ cause: expect.objectContaining({ code: "ENOTFOUND" }) }),
		);
		const network = openNetwork(strict, () => Promise.reject(new Error("no resolver")));
		onTestFinished(() => network.close());
		await expect(network.fetch("http://a.example/")).rejects.toThrow(TypeError);
	});

	test("a body, headers and a signal go through as with fetch", async () => {
		const { url } = await startServer(async (request, response) => {
			if (request.url === "/slow") return;
			response.end(`${request.method} ${request.headers["x-a"]} ${await readBody(request)}`);
		});
		const network = openNetwork(local);
		onTestFinished(() => network.close());
		const init = { method: "PUT", headers: new Headers({ "x-a": "b" }), body: "ä" };
		expect(await (await network.fetch(`${url}/`, init)).text()).toBe("PUT b ä");
		const slow = network.fetch(`${url}/slow`, { signal: AbortSignal.timeout(20) });
		await expect(slow).rejects.toThrow(expect.objectContaining({ name: "TimeoutError" }));
	});

	test("closing ends connections and requests under way; the policy can be used again", async () => {
		const asked = Promise.withResolvers<void>();
		const { url } = await startServer((request, response) => {
			if (request.url === "/hang") asked.resolve();
			else response.end("hello");
		});
		const policy = { ...local };
		onTestFinished(() => closeNetwork(policy));
		const hanging = guardedFetch(`${url}/hang`, {}, policy);
		await asked.promise;
		const refused = expect(hanging).rejects.toThrow(expect.objectContaining({ code: "cancelled" }));
		await closeNetwork(policy);
		await refused;
		expect(await (await guardedFetch(`${url}/`, {}, policy)).text()).toBe("hello");
	});
});
