import { type CountWork, findAgent, openStream, type RunStream, runAgent } from "./agents.ts";
import type { RunInput, RunResult, StreamInput } from "./run-input.ts";
import type { Runtime } from "./turn.ts";

/**
 * What a server needs in addition to `Agents`. Internal: the tenant passes it to the server next to the public
 * interface.
 */
export interface ServedAgents {
	/**
	 * Rejects with `not_found` if the agent is not defined. It does not read the store: a server calls it before
	 * each run, and it must not add a delay.
	 */
	checkDefined(id: string): Promise<void>;
	/**
	 * `Agents.run`. A remote caller needs the id of a generated session before the response begins, so it chooses
	 * that id. The session still counts as generated: it has no history.
	 */
	run(input: RunInput, generatedSessionId: string): Promise<RunResult>;
	/** `Agents.stream` with the same option. */
	stream(input: StreamInput, generatedSessionId: string): RunStream;
}

export function createServedAgents(runtime: () => Promise<Runtime>, count: CountWork): ServedAgents {
	return {
		async checkDefined(id) {
			await findAgent(await runtime(), id);
		},
		run: async (input, generatedSessionId) => runAgent(runtime, input, generatedSessionId),
		stream: (input, generatedSessionId) => openStream(runtime, input, generatedSessionId, count),
	};
}
