import { expect } from "vitest";
import { onEachStore } from "../on-each-store.ts";
import { AGENT } from "./children/turn-agent.ts";
import { allRuns, exchange, expectBlocks, openTurns, readLog } from "./read-turns.ts";
import { type RemoteRun, SESSION, startRunner } from "./start-runner.ts";

const ref = { agentId: AGENT, sessionId: SESSION };

/** One process whose model is slow, and another one that waits for the turn. */
async function startTwo(path: string): Promise<{ running: RemoteRun; waiting: RemoteRun }> {
	const [first, second] = await Promise.all([startRunner(path), startRunner(path)]);
	const running = first.run("look", { hold: ["model"] });
	await running.reached("model");
	const waiting = second.run("waiting", { hold: ["after wait"] });
	await waiting.reached("after wait");
	waiting.release("after wait");
	return { running, waiting };
}

onEachStore(
	"AG8 ID6 a session that another process renames in mid-run: the run goes on in it, and so does the one that waits",
	async (newPlace) => {
		const path = await newPlace();
		const { hf } = await openTurns(path);
		const { running, waiting } = await startTwo(path);
		await hf.sessions.rekey(ref, { sessionId: "renamed" });
		running.release("model");
		expect((await running.done()).output).toBe("answer to look");
		expect((await waiting.done()).output).toBe("answer to waiting");
		const log = (await readLog(hf, "renamed")).filter(({ kind }) => kind !== "session");
		expect(expectBlocks(log).map(({ lines }) => lines)).toEqual([exchange("look"), exchange("waiting")]);
		expect((await allRuns(hf, "renamed")).map(({ status }) => status)).toEqual(["completed", "completed"]);
		expect(await hf.sessions.list({ agentId: AGENT })).toMatchObject({ items: [{ sessionId: "renamed" }] });
	},
);

onEachStore(
	"AG8 ID6 a session that is renamed just when a run gets in line: the run waits in it all the same",
	async (newPlace) => {
		const path = await newPlace();
		const { hf } = await openTurns(path);
		const [first, second] = await Promise.all([startRunner(path), startRunner(path)]);
		const running = first.run("look", { hold: ["model"] });
		await running.reached("model");
		const waiting = second.run("waiting", { hold: ["after wait"] });
		await waiting.reached("after wait");
		await hf.sessions.rekey(ref, { sessionId: "renamed" });
		waiting.release("after wait");
		running.release("model");
		expect((await running.done()).output).toBe("answer to look");
		expect((await waiting.done()).output).toBe("answer to waiting");
		expect((await allRuns(hf, "renamed")).map(({ status }) => status)).toEqual(["completed", "completed"]);
	},
);

onEachStore(
	"SE7 ID6 a session of a human that is renamed just when a message comes: the message is logged in it",
	async (newPlace) => {
		const path = await newPlace();
		const { hf } = await openTurns(path);
		await hf.session(ref).setMode("manual");
		const runner = await startRunner(path);
		const said = runner.run("anybody there?", { hold: ["after wait"] });
		await said.reached("after wait");
		await hf.sessions.rekey(ref, { sessionId: "renamed" });
		said.release("after wait");
		expect(await said.done()).toMatchObject({ mode: "manual" });
		expect(
			(await hf.sessions.getMessages({ agentId: AGENT, sessionId: "renamed" })).map(({ content }) => content),
		).toEqual(["anybody there?"]);
		expect((await allRuns(hf, "renamed")).map(({ status }) => status)).toEqual(["completed"]);
	},
);

onEachStore(
	"AG8 SE11 a session that another process deletes in mid-run: the run and the one that waits hear of it, and nothing of it comes back",
	async (newPlace) => {
		const path = await newPlace();
		const { hf } = await openTurns(path);
		const { running, waiting } = await startTwo(path);
		await hf.sessions.delete(ref);
		// Its model has not been released.
		expect(await running.failed()).toMatchObject({ code: "not_found" });
		expect(await waiting.failed()).toMatchObject({ code: "not_found" });
		running.release("model");
		expect((await hf.sessions.list({ agentId: AGENT })).items).toEqual([]);
		expect((await hf.runs.list()).items).toEqual([]);
	},
);
