import type { RunInput } from "../../../src/index.ts";
import { type Child, startChild } from "../start-child.ts";
import { AGENT } from "./children/turn-agent.ts";
import type {
	RunCommand,
	RunFailure,
	TurnCommand,
	TurnMessage,
	TurnRunnerInput,
} from "./children/turn-runner.ts";

export interface Done {
	runId: string;
	output: string;
	mode?: "manual";
}

/** A run in another process. */
export interface RemoteRun {
	/** Resolves when the run is at the point, at which it was to hold. */
	reached(point: string): Promise<void>;
	release(point: string): void;
	/** Resolves when its lease, or its place in the line, was renewed so many times. */
	renewed(times: number): Promise<void>;
	/** How often that was so far. */
	renewals(): number;
	/** The writes of it that the store has refused so far: which, and by which precondition. */
	refused(): string[];
	/** Resolves with the answer; rejects when the run fails. */
	done(): Promise<Done>;
	/** Resolves with the error; rejects when the run does well. */
	failed(): Promise<RunFailure>;
	ended(): Promise<Done | RunFailure>;
}

export type RemoteOptions = Partial<RunInput & Pick<RunCommand, "stream" | "hold" | "freeze">>;

/** A process that runs turns on the file as it is told. */
export interface Runner {
	pid: number;
	run(text: string, options?: RemoteOptions): RemoteRun;
	kill(): Promise<void>;
	/** Closes the file there and waits for the end of the process. */
	close(): Promise<void>;
}

export const SESSION = "s";

/** What a run is called with in all these tests. */
export const inputOf = (text: string, more: Partial<RunInput> = {}): RunInput => ({
	agentId: AGENT,
	sessionId: SESSION,
	input: text,
	...more,
});

/** So long that nothing goes on because a lease ran out or was renewed: only because somebody was told. */
export const FOREVER_MS = 3_600_000;

export async function startRunner(path: string, leaseMs = FOREVER_MS): Promise<Runner> {
	const given: TurnRunnerInput = { path, leaseMs };
	const child = startChild<TurnMessage>("../turns/children/turn-runner", given);
	const ready = (await child.message((message) => "ready" in message)) as { ready: number };
	const send = (command: TurnCommand): void => child.send(command);
	let runs = 0;
	return {
		pid: ready.ready,
		run(text, { stream = false, hold = [], freeze, ...more } = {}) {
			const no = ++runs;
			const frozen = freeze === undefined ? {} : { freeze };
			send({ do: "run", no, run: inputOf(text, more), stream, hold, ...frozen });
			return remoteRun(child, no, text, send);
		},
		kill: () => child.kill(),
		async close() {
			send({ do: "close" });
			await child.ended();
		},
	};
}

function remoteRun(
	child: Child<TurnMessage>,
	no: number,
	text: string,
	send: (command: TurnCommand) => void,
): RemoteRun {
	const heard = (passes: (message: TurnMessage) => boolean): Promise<TurnMessage> =>
		child.message((message) => "no" in message && message.no === no && passes(message));
	const ended = async (): Promise<Done | RunFailure> => {
		const end = await heard((message) => "output" in message || "error" in message);
		return "error" in end ? end.error : (end as Done);
	};
	return {
		async reached(point) {
			await heard((message) => "at" in message && message.at === point);
		},
		release: (point) => send({ do: "release", no, point }),
		async renewed(times) {
			await heard((message) => "renewed" in message && message.renewed >= times);
		},
		renewals: () => child.messages.filter((message) => "renewed" in message && message.no === no).length,
		refused: () =>
			child.messages.flatMap((message) =>
				"refused" in message && message.no === no ? [`${message.refused}: ${message.precondition}`] : [],
			),
		async done() {
			const end = await ended();
			if ("code" in end) throw new Error(`"${text}" failed: ${JSON.stringify(end)}`);
			return end;
		},
		async failed() {
			const end = await ended();
			if ("code" in end) return end;
			throw new Error(`"${text}" did not fail: ${JSON.stringify(end)}`);
		},
		ended,
	};
}
