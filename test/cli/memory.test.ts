import { stripVTControlCharacters } from "node:util";
import { expect, test } from "vitest";
import type { AgentMemory } from "../../src/cli/commands/memory/agent-memory.ts";
import type { ErasureReceipt, Fact, Holdfast, SearchResult, Session } from "../../src/index.ts";
import { expectJson } from "./expect-json.ts";
import { HOSTILE, OBEYED, seedSession } from "./memory-seed.ts";
import { runHere } from "./run-line.ts";
import { ENTER } from "./start-process.ts";
import { typeHere } from "./type-here.ts";
import { describeWorlds } from "./worlds.ts";

interface Ended {
	session: Session;
	consolidation: { status: string };
	facts: Fact[];
}

const isThere = async (hf: Holdfast, sessionId: string): Promise<boolean> =>
	(await hf.sessions.list({ sessionId })).items.length > 0;

describeWorlds("IF4: holdfast memory", (world) => {
	test("ls lists the agents that have memory, and with --agent the sessions of one", async () => {
		const empty = await runHere(["memory", "ls"], world());
		expect(empty).toMatchObject({ code: 0, stdout: "" });
		expect(empty.stderr).toContain("No agent has memory yet");
		const none = await expectJson("memory ls", await runHere(["memory", "ls", "--json"], world()));
		expect(none).toEqual({ items: [] });
		const { hf } = world();
		await seedSession(hf, "ls-1", { agentId: "lister" });
		await seedSession(hf, "ls-2", { agentId: "lister", userId: "bob" });
		// Which changed last is told by the clock: it has to have moved on.
		const seededAt = Date.now();
		await expect.poll(() => Date.now()).toBeGreaterThan(seededAt);
		await hf.session({ agentId: "lister", userId: "ada", sessionId: "ls-1" }).end({ wait: true });
		const [plain, typed, sessions] = [
			runHere(["memory", "ls", "--json"], world()),
			typeHere(["memory", "ls", "--agent", "lister"], world()),
			runHere(["memory", "ls", "--agent", "lister", "--json", "-n", "1"], world()),
		];
		expect(await expectJson("memory ls", await plain)).toMatchObject({
			items: [{ agentId: "lister", sessions: 2, openSessions: 1, messages: 6, facts: 1, users: 2 }],
		});
		expect(await typed.ended).toBe(0);
		const screen = await typed.screen();
		expect(screen).toMatch(/ls-1 +ada +3 +done /);
		expect(screen).toMatch(/ls-2 +bob +3 +not yet /);
		// The last changed first, in parts.
		const first = await expectJson<{ items: Session[]; next: string }>("memory ls", await sessions);
		expect(first.items.map(({ sessionId }) => sessionId)).toEqual(["ls-1"]);
		const rest = ["memory", "ls", "--agent", "lister", "--json", "--cursor", first.next];
		expect(await expectJson("memory ls", await runHere(rest, world()))).toMatchObject({
			items: [{ sessionId: "ls-2", consolidation: { status: "open" } }],
		});
	});

	test("show prints the conversation, then the facts; before the end it says that there are none yet", async () => {
		const session = await seedSession(world().hf, "show-1");
		await session.write("Ada called.");
		const [plain, typed] = [
			runHere(["memory", "show", "show-1", "--json"], world()),
			typeHere(["memory", "show", "show-1"], world(), { columns: 60 }),
		];
		expect(await expectJson("memory show", await plain)).toMatchObject({
			session: { sessionId: "show-1", userId: "ada" },
			older: false,
			events: [{ kind: "message" }, { kind: "tool_call" }, {}, {}, { source: "human" }],
			consolidation: { status: "open" },
			facts: [{ content: "Ada called.", scope: "session" }],
		});
		expect(await typed.ended).toBe(0);
		const screen = await typed.screen();
		expect(screen).toMatch(
			/^user {2}#0 .*\n {2}My sister Anna lives in Oslo\.\n {2}→ weather \{"city":"Oslo"\}/m,
		);
		expect(screen).toMatch(/^ {2}← weather \{"sky":"cloudy"\}$/m);
		expect(screen).toMatch(/^Bea \(human\) {2}#4 .*\n {2}Bea here\.$/m);
		expect(screen).toMatch(
			/^Facts\nnot consolidated yet: [^•]*holdfast\s+memory\s+end\s+show-1`\)\n• Ada called\.$/m,
		);
		await session.end({ wait: true });
		const after = await runHere(["memory", "show", "show-1", "-n", "1"], world());
		expect(after.stdout).not.toContain("not consolidated");
		expect(after.stdout).toMatch(/• .*sister Anna lives in Oslo\.\n.* · user ada · from show-1:0 · /);
		expect(after.stderr).toContain("Older lines are not shown");
	});

	test("show with an agent prints what it knows, by user, with counts", async () => {
		const { hf } = world();
		const shared = hf.memory("knower", { create: true });
		await shared.writeMany(["Orders ship on Monday."]);
		await hf
			.memory("knower", { create: true, userId: "ada" })
			.writeMany(["Ada likes tea.", "Ada lives in Oslo."]);
		await hf.memory("knower", { create: true, userId: "bob" }).write(`Bob ${HOSTILE}`);
		const show = ["memory", "show", "knower"];
		const all = await expectJson<AgentMemory>("memory show", await runHere([...show, "--json"], world()));
		expect(all).toMatchObject({ agentId: "knower", count: 4, more: false });
		expect(all.owners.map(({ scope, userId, count }) => [scope, userId, count])).toEqual([
			["agent", undefined, 1],
			["user", "ada", 2],
			["user", "bob", 1],
		]);
		const byOption = await runHere(["memory", "show", "--agent", "knower", "--json"], world());
		expect(await expectJson("memory show", byOption)).toEqual(all);
		const narrow = [...show, "-n", "1", "--json"];
		const one = await expectJson<AgentMemory>("memory show", await runHere(narrow, world()));
		expect(one).toMatchObject({ count: 4 });
		expect(one.owners.flatMap(({ facts }) => facts)).toHaveLength(1);
		const ofAda = await runHere([...show, "--user", "ada", "--json"], world());
		expect(await expectJson("memory show", ofAda)).toMatchObject({
			count: 3,
			owners: [{ scope: "agent" }, { userId: "ada" }],
		});
		const typed = typeHere(show, world(), { columns: 60 });
		expect(await typed.ended).toBe(0);
		const screen = await typed.screen();
		expect(screen).toMatch(/^knower knows 4 facts\n\nall users, 1 fact\n• Orders ship on Monday\./m);
		expect(screen).toMatch(/^user ada, 2 facts\n• Ada l/m);
		for (const sequence of OBEYED) expect(typed.bytes()).not.toContain(sequence);
		// A session wins over an agent with the same id; what is neither is not found.
		await seedSession(hf, "knower");
		expect(await expectJson("memory show", await runHere([...show, "--json"], world()))).toMatchObject({
			session: { sessionId: "knower" },
		});
		expect(await runHere(["memory", "show", "nobody"], world())).toMatchObject({ code: 1, stdout: "" });
		expect((await runHere(["memory", "show"], world())).stderr).toContain("needs --agent <id>; agents that");
	});

	test("search says rank, score, its parts, the method, how long it took, and the sources", async () => {
		const { hf } = world();
		const session = await seedSession(hf, "search-1", { agentId: "seeker" });
		await session.end({ wait: true });
		await hf.memory("seeker", { userId: "bob" }).write("Bob lives in Rome.");
		const ask = ["memory", "search", "--agent", "seeker", "where does Anna live"];
		const [plain, typed, ofBob, messages] = [
			runHere([...ask, "--json"], world()),
			typeHere(ask, world()),
			runHere([...ask, "--user", "bob", "--json"], world()),
			runHere([...ask, "--messages", "--json"], world()),
		];
		const { hits, method } = await expectJson<SearchResult>("memory search", await plain);
		expect(method).toBe("hybrid");
		expect(hits[0]).toMatchObject({ kind: "fact", sources: [{ sessionId: "search-1", offset: 0 }] });
		expect(await typed.ended).toBe(0);
		const screen = await typed.screen();
		expect(screen).toMatch(/^1\. +0\.\d{3} .*Anna lives in Oslo/m);
		expect(screen).toMatch(/keyword +0\.\d{3} █+.* {2}vector +0\.\d{3} █/);
		expect(screen).toMatch(/fact · user ada · from search-1:0 · importance 0\.\d\d · /);
		expect(screen).toMatch(/2 hits by hybrid search in [\d.]+ ms$/);
		const bobs = await expectJson<SearchResult>("memory search", await ofBob);
		expect(bobs.hits.map(({ content }) => content)).toEqual(["Bob lives in Rome."]);
		const said = await expectJson<SearchResult>("memory search", await messages);
		expect(said.hits[0]).toMatchObject({ kind: "message", content: "My sister Anna lives in Oslo." });
	});

	test("SE11: end asks, waits until facts are made, and shows what came of it", async () => {
		const { hf } = world();
		await seedSession(hf, "end-1");
		await seedSession(hf, "end-2");
		const refused = await runHere(["memory", "end", "end-1"], world());
		expect(refused).toMatchObject({ code: 2, stdout: "" });
		expect(refused.stderr).toContain("add --yes to confirm");
		expect((await hf.sessions.list({ sessionId: "end-1" })).items[0]?.endedAt).toBeUndefined();
		const typed = typeHere(["memory", "end", "end-1"], world());
		await typed.until(/\? End session end-1 of agent support, user ada \(3 messages, 5 events\)/);
		typed.type(`y${ENTER}`);
		const plain = runHere(["memory", "end", "end-2", "--yes", "--json"], world());
		expect(await typed.ended).toBe(0);
		expect(await typed.screen()).toMatch(/✓ Ended session end-1 of .*\n\nFacts\n• .*Anna lives in Oslo\./);
		const ended = await expectJson<Ended>("memory end", await plain);
		expect(ended).toMatchObject({ session: { sessionId: "end-2" }, consolidation: { status: "done" } });
		expect(ended.session.endedAt).toBeDefined();
		const shown = await runHere(["memory", "show", "end-2", "--json"], world());
		expect(await expectJson("memory show", shown)).toMatchObject({
			consolidations: [{ from: 0, to: 6, statements: 1, calls: 0, inputTokens: 0, dropped: [] }],
		});
		const screen = stripVTControlCharacters((await runHere(["memory", "show", "end-2"], world())).stdout);
		expect(screen).toMatch(
			/\nWHEN +OFFSETS +EXTRACTOR +STATEMENTS +DURATION.*\n.* 0–5 +holdfast-rules-\S+ +1 +[\d.]+ m?s/,
		);
		// Once ended there is nothing to ask.
		expect(await runHere(["memory", "end", "end-2"], world())).toMatchObject({ code: 0 });
	});

	test("SE11: rm of a session asks, and prints the receipt", async () => {
		const { hf } = world();
		for (const id of ["rm-1", "rm-2"])
			await (await seedSession(hf, id, { agentId: "rm" })).end({ wait: true });
		const refused = await runHere(["memory", "rm", "rm-1"], world());
		expect(refused).toMatchObject({ code: 2, stdout: "" });
		expect(await isThere(hf, "rm-1")).toBe(true);
		const typed = typeHere(["memory", "rm", "rm-1"], world());
		await typed.until(
			/Permanently delete session rm-1 of agent rm, user ada \(3 messages, 6 events\)\s+on\s/,
		);
		typed.type(`y${ENTER}`);
		expect(await typed.ended).toBe(0);
		const screen = await typed.screen();
		expect(screen).toMatch(/✓ Deleted: 1 session(?:,| and) 6 events/);
		expect(screen).toContain("A scan after the deletion found nothing left.");
		expect(screen).toMatch(/1 fact from the deleted data stays\. To delete it: `holdfast facts forget <id>`/);
		expect(await isThere(hf, "rm-1")).toBe(false);
		const forgot = await runHere(["memory", "rm", "rm-2", "--forget", "--yes", "--json"], world());
		const receipt = await expectJson<ErasureReceipt>("memory rm", forgot);
		expect(receipt).toMatchObject({ complete: true, erased: { sessions: 1, facts: 1 }, derived: [] });
		expect(receipt.forgotten).toHaveLength(1);
	});

	test("SE11: rm --agent --all deletes everything of the agent and nothing of others, with a bar", async () => {
		const { hf } = world();
		for (let i = 0; i < 12; i++) await seedSession(hf, `all-${i}`, { agentId: "gone" });
		await hf.memory("gone", { create: true }).write("Known to all.");
		await seedSession(hf, "all-0", { agentId: "stays" });
		const typed = typeHere(["memory", "rm", "--agent", "gone", "--all"], world());
		await typed.until(/Permanently delete all data of agent gone: 12 sessions, 36 messages and 1 fact/);
		typed.type(`y${ENTER}`);
		expect(await typed.ended).toBe(0);
		expect(await typed.screen()).toMatch(/✓ Deleted: 12 sessions, 60 events, 1 fact/);
		expect(typed.bytes()).toContain("Deleting sessions █");
		const agents = (await hf.overview()).map(({ agentId }) => agentId);
		expect(agents).toContain("stays");
		expect(agents).not.toContain("gone");
		// Typed again it finds nothing, which is no failure.
		const again = await runHere(["memory", "rm", "--agent", "gone", "--all", "--yes", "--json"], world());
		expect(await expectJson("memory rm", again)).toMatchObject({ complete: true, erased: { sessions: 0 } });
	});

	test("rebuild says what would change, and changes it when asked to", async () => {
		const { hf } = world();
		for (const [id, userId] of [
			["re-1", "ada"],
			["re-2", "bob"],
			["re-3", null],
		] as const)
			await (await seedSession(hf, id, { agentId: "again", userId })).end({ wait: true });
		const memory = hf.memory("again", { everybody: true });
		const { items } = await memory.list();
		expect(items).toHaveLength(3);
		await memory.forget(items.find(({ userId }) => userId === "bob")?.id ?? "");
		const dry = ["memory", "rebuild", "--agent", "again"];
		const planned = await expectJson("memory rebuild", await runHere([...dry, "--json"], world()));
		expect(planned).toMatchObject({ dryRun: true, sessions: 3, removed: [], unchanged: 2 });
		expect((await memory.list()).items).toHaveLength(2);
		expect(await runHere([...dry, "--apply"], world())).toMatchObject({ code: 2 });
		expect((await memory.list()).items).toHaveLength(2);
		const typed = typeHere([...dry, "--apply"], world());
		await typed.until("Apply 1 change to the facts of agent again");
		typed.type(`y${ENTER}`);
		expect(await typed.ended).toBe(0);
		const screen = await typed.screen();
		expect(screen).toMatch(/^\+ .*Anna lives in Oslo\.\n1 fact would be added, 0 removed, 0 changed$/m);
		expect(screen).toMatch(/^1 fact added, 0 removed, 0 changed$/m);
		expect((await memory.list()).items).toHaveLength(3);
	});
});
