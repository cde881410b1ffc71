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
