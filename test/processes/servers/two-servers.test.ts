import { expect, onTestFinished } from "vitest";
import type { Holdfast, RunEvent } from "../../../src/index.ts";
import { gathered } from "../../api/drafts.ts";
import { refusal } from "../../api/refusal.ts";
import { onEachStore } from "../on-each-store.ts";
import { startServer } from "./start-server.ts";

const ref = { agentId: "slow", sessionId: "s" };

async function clients(servers: readonly { open(): Promise<Holdfast> }[]): Promise<[Holdfast, Holdfast]> {
	const [a, b] = await Promise.all(servers.map((server) => server.open()));
	if (!a || !b) throw new Error("two were started");
	onTestFinished(async () => {
		await Promise.all([a.close(), b.close()]);
	});
	return [a, b];
}

const textOf = (events: readonly RunEvent[]): string =>
	events.flatMap((event) => (event.type === "text-delta" ? [event.delta] : [])).join("");

onEachStore(
	"BE6 AG2: a run that one server runs is streamed by another, from any number on, while it goes on",
	async (newPlace) => {
		const place = await newPlace();
		const servers = [await startServer(place), await startServer(place)] as const;
		const [a, b] = await clients(servers);
		const stream = a.agents.stream({ ...ref, input: "go" });
		const own = gathered(stream);
		await servers[0].waits(0);
		servers[0].allow(2);
		await servers[0].waits(2);
		// In the middle of the run: what was said so far, and then what comes.
		const reader = b.runs.stream(stream.runId);
		const first = await reader.next();
		expect(first.value).toMatchObject({ seq: 0, type: "text-delta", delta: "word0 " });
		const followed: string[] = [];
		const follower = b.session(ref).follow();
		const following = (async () => {
			for await (const event of follower) {
				followed.push(event.kind);
				if (event.kind === "status" && event.data.status === "completed") break;
			}
		})();
		servers[0].allow(4);
		const rest = await gathered(reader);
		const told = await own;
		expect([first.value, ...rest]).toEqual(told);
		expect(textOf(told)).toBe("word0 word1 word2 word3 word4 word5 ");
		expect(await gathered(b.runs.stream(stream.runId, { after: 3 }))).toEqual(told.slice(4));
		await following;
		expect(followed).toContain("message");
		expect(await b.runs.get(stream.runId)).toMatchObject({ status: "completed" });
	},
);

onEachStore("BE6 AG9: a run that one server runs is cancelled through another, at once", async (newPlace) => {
	const place = await newPlace();
	const servers = [await startServer(place), await startServer(place)] as const;
	const [a, b] = await clients(servers);
	const stream = a.agents.stream({ ...ref, input: "go" });
	await servers[0].waits(0);
	servers[0].allow(1);
	await servers[0].waits(1);
	const reader = gathered(b.runs.stream(stream.runId));
	expect(await b.runs.cancel(stream.runId)).toMatchObject({ status: "cancelled" });
	expect(await refusal(stream.result, "cancelled")).toMatchObject({ runId: stream.runId });
	const events = await reader;
	expect(events.at(-1)).toMatchObject({ type: "error", code: "cancelled" });
	expect(await b.session(ref).events({ kinds: ["message"] })).toMatchObject([{ data: { content: "go" } }]);
});

onEachStore(
	"BE6 AG8: two servers give one session one turn at a time, first come first served",
	async (newPlace) => {
		const place = await newPlace();
		const servers = [await startServer(place), await startServer(place)] as const;
		const [a, b] = await clients(servers);
		const running = a.agents.stream({ ...ref, input: "first" }).result;
		await servers[0].waits(0);
		const waiting = b.agents.stream({ ...ref, input: "second" }).result;
		servers[0].allow(6);
		servers[1].allow(6);
		const results = await Promise.all([running, waiting]);
		expect(results.map(({ status }) => status)).toEqual(["completed", "completed"]);
		const said = await a.sessions.getMessages(ref);
		expect(said.map(({ role, content }) => [role, content])).toEqual([
			["user", "first"],
			["assistant", "word0 word1 word2 word3 word4 word5 "],
			["user", "second"],
			["assistant", "word0 word1 word2 word3 word4 word5 "],
		]);
	},
);
