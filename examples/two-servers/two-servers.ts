/*
 * Two servers on one database behave as one. A conversation begins on the first server and continues on the second, which
 * also follows the session and streams a run of the first. A key that one server creates is valid on both.
 *
 * The database is a SQLite file. Set DATABASE_URL=postgres://… to use PostgreSQL; the servers can then be on different
 * machines.
 */
import { join } from "node:path";
import { HoldfastError, holdfast } from "holdfast";
import { serve } from "holdfast/server";
import { model, printModelHint } from "../model.ts";
import { openStore } from "./open-store.ts";

const adminKey = "an-example-needs-no-secret-key";

/** Starts one server. In production, the two would have different ports or machines. */
async function startServer(name: string) {
	const server = await serve({
		store: await openStore(),
		agents: join(import.meta.dirname, "agents"),
		...(model !== undefined && { model }),
		adminKey,
		port: 0,
	});
	console.log(`${name} listens`);
	return server;
}

const [left, right] = [await startServer("Server A"), await startServer("Server B")];

// The key of a tenant, created on one server, is valid on the other.
const admin = await holdfast({ url: left.url, apiKey: adminKey, tenant: "acme" });
const { key } = await admin.keys.create({ scope: "agent", name: "example" });
const [a, b] = await Promise.all([left, right].map(({ url }) => holdfast({ url, apiKey: key })));
if (!a || !b) throw new Error("two servers, two clients");
const guest = { agentId: "desk", userId: "ada", sessionId: "today" };

try {
	// B follows the session from its end; A writes to it.
	const { head } = await b.sessions.open(guest);
	const follower = b.session(guest).follow({ after: head - 1 });
	const run = a.agents.stream({ ...guest, input: "Hi, I am Ada. I live in Lisbon." });
	console.log("A runs      Hi, I am Ada. I live in Lisbon.");
	let streamed = "";
	for await (const event of b.runs.stream(run.runId)) {
		if (event.type === "text-delta") streamed += event.delta;
	}
	console.log(`B streams   ${streamed}`);
	for await (const { kind, source, offset } of follower) {
		if (kind === "message") console.log(`B follows   a message of the ${source} at offset ${offset - head}`);
		if (offset - head >= 3) break;
	}
	const { output } = await b.agents.run({ ...guest, input: "Where do I live?" });
	console.log(`B answers   ${output}`);
	// Another tenant sees none of it.
	const stranger = await holdfast({ url: right.url, apiKey: adminKey, tenant: "umbrella" });
	console.log(`A stranger  sees ${(await stranger.sessions.list()).items.length} sessions`);
	await stranger.close();
	console.log(`Acme has    ${(await a.sessions.list()).items.length} session`);
} catch (error) {
	if (!HoldfastError.isInstance(error)) throw error;
	console.error(error.message);
	process.exitCode = 1;
} finally {
	const { items: keys } = await admin.keys.list();
	await Promise.all(keys.map(({ id }) => admin.keys.revoke(id)));
	await Promise.all([a, b, admin].map((client) => client.close()));
	await Promise.all([left.close(), right.close()]);
}

printModelHint("npm run example two-servers");
