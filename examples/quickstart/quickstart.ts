/*
 * A short tour of the log, on a SQLite file. Run it twice: the second run continues the session of the first.
 */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { holdfast } from "holdfast";
import { sqlite } from "holdfast/sqlite";

const folder = ".holdfast";
const file = join(folder, "quickstart.db");
const say = (title: string, text: string): void => console.log(`${title.padEnd(10)}${text}`);

// Two instances on one file. Each has its own connection, as two processes would.
const hf = await holdfast({ store: sqlite(file) });
const other = await holdfast({ store: sqlite(file) });

const ref = { agentId: "support", userId: "ada", sessionId: "quickstart" };
const session = hf.session(ref);

// Resume: `open` returns the session, or creates it.
const before = await hf.sessions.open(ref, { title: "Quickstart", state: { runs: 0 } });
const run = Number((await session.state.get()).runs) + 1;
console.log(`Holdfast quickstart, run ${run}, in ${file}\n`);
if (before.head === 0) {
	say("Resume", "This is a new session. The next run continues it.");
} else {
	const [last] = await session.history.last(1);
	say(
		"Resume",
		`Welcome back: the session has ${before.head} events from ${run - 1 === 1 ? "1 earlier run" : `${run - 1} earlier runs`}.`,
	);
	say("", `The last message was: ${JSON.stringify(last?.content)}`);
}

// Append: a batch is atomic. With the same key, a repeat stores nothing.
const batch = [
	{ kind: "message", source: "user", data: { role: "user", content: `Hello, this is run ${run}.` } },
	{ kind: "message", source: "agent", data: { role: "assistant", content: "Hello! How can I help?" } },
] as const;
const stored = await session.append([...batch], { idempotencyKey: `hello-${run}` });
await session.append([...batch], { idempotencyKey: `hello-${run}` });
say(
	"Append",
	`Sent the same batch twice; stored once, at offsets ${stored.map((e) => e.offset).join(" and ")}.`,
);

// Two writers at the same time: the log sets the order, and nothing is lost.
const writers = [hf, other].map((writer, w) =>
	Array.from({ length: 10 }, (_, i) =>
		writer.session(ref).history.append({ role: "user", content: `Writer ${w + 1}, message ${i + 1}` }),
	),
);
const written = (await Promise.all(writers.flat())).map((event) => event.offset).sort((a, b) => a - b);
const gapFree = written.every((offset, i) => offset === (written[0] ?? 0) + i);
say(
	"Writers",
	`2 writers, ${written.length} messages at the same time: offsets ${written[0]} to ${written.at(-1)}${gapFree ? ", no gap" : ""}.`,
);

// State: the prefix of a key sets its scope.
await session.state.set({ runs: run, "user:language": "English", "app:opening_hours": "9 to 5" });
const keysOf = async (sessionRef: typeof ref): Promise<string> => {
	await hf.sessions.open(sessionRef);
	return Object.keys(await hf.session(sessionRef).state.get()).join(", ");
};
say("State", `This session sees:            ${await keysOf(ref)}`);
say("", `Ada's other session sees:     ${await keysOf({ ...ref, sessionId: "billing" })}`);
say("", `Bob's session sees:           ${await keysOf({ ...ref, userId: "bob" })}`);

// Follow: past and future events in one loop. The writer can be another process.
const { head } = await hf.sessions.get(ref);
const words = ["Live", "from", "the log"];
const writing = (async () => {
	for (const content of words) await other.session(ref).history.append({ role: "assistant", content });
})();
const heard: string[] = [];
for await (const event of session.follow({ after: head - 1 })) {
	if (event.kind === "message") heard.push(`${event.offset} ${JSON.stringify(event.data.content)}`);
	if (heard.length === words.length) break;
}
await writing;
say("Follow", `Received while another connection wrote: ${heard.join(", ")}.`);

// Fork: a copy of the session up to an offset, which then continues on its own.
const at = stored.at(-1)?.offset ?? 0;
const fork = await hf.sessions.fork(ref, { offset: at }, { ...ref, sessionId: `what-if-${run}` });
say(
	"Fork",
	`"${fork.sessionId}" has the events up to offset ${at} and continues on its own from ${fork.head}.`,
);

// Export: JSON Lines. A header, then one event per line.
const lines: string[] = [];
for await (const line of hf.sessions.export(ref)) lines.push(line);
const exported = join(folder, "quickstart.jsonl");
await writeFile(exported, lines.join(""));
say("Export", `${lines.length} lines in ${exported}: the session and its ${lines.length - 1} events.`);

await other.close();
await hf.close();
console.log("\nRun it again to continue the session, or read README.md next.");
