import { expect } from "vitest";
import { onEachStore } from "../on-each-store.ts";
import { AGENT } from "./children/turn-agent.ts";
import { allRuns, linesOf, openTurns, readLog } from "./read-turns.ts";
import { inputOf, SESSION, startRunner } from "./start-runner.ts";

onEachStore(
	"SE7 another process switches to manual in mid-run: the run stops after its step, who waits is logged, and back in auto all is known",
	async (newPlace) => {
		const path = await newPlace();
		const { hf, model } = await openTurns(path);
		const session = hf.session({ agentId: AGENT, sessionId: SESSION });
		const [first, second] = await Promise.all([startRunner(path), startRunner(path)]);
		// It would hang in its next call of the model.
		const running = first.run("look here", { hold: ["tool", "second model"] });
		await running.reached("tool");
		const waiting = second.run("anybody there?", { hold: ["after wait", "model"] });
		await waiting.reached("after wait");
		waiting.release("after wait");
		await session.setMode("manual", "operator");
		running.release("tool");
		expect(await running.done()).toMatchObject({ output: "", mode: "manual" });
		expect(await waiting.done()).toMatchObject({ output: "", mode: "manual" });
		const runs = await allRuns(hf);
		expect(runs.map(({ status, mode }) => [status, mode])).toEqual([
			["completed", "manual"],
			["completed", "manual"],
		]);
		const handed = ["user: look here", "running", "tool_call", "mode", "tool_result", "completed"];
		expect(linesOf(await readLog(hf))).toEqual([...handed, "user: anybody there?", "completed"]);

		await session.postAsHuman({ content: "I am here.", displayName: "Ada" });
		await session.setMode("auto", "operator");
		expect((await hf.agents.run(inputOf("thanks"))).output).toBe("answer to thanks");
		const said = model.texts()[0] ?? "";
		for (const text of [
			"user: look here",
			"saw look here",
			"user: anybody there?",
			"I am here.",
			"user: thanks",
		]) {
			expect(said).toContain(text);
		}
	},
);
