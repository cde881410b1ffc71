import { AsyncLocalStorage } from "node:async_hooks";
import { type ErrorCode, HoldfastError, holdfast, type RunInput } from "../../../../src/index.ts";
import { input, tell } from "../../children/parent.ts";
import { storeAt } from "../../store-at.ts";
import { turnAgent } from "./turn-agent.ts";
import { watchedStore } from "./watched-store.ts";

/** A process that runs turns as it is told, and stops in the middle of them where it is told to. */
export interface TurnRunnerInput {
	path: string;
	leaseMs: number;
}

export interface RunCommand {
	do: "run";
	no: number;
	run: RunInput;
	stream: boolean;
	/** Points at which the run says so and waits until it is released. */
	hold: string[];
	/** The point at which the whole process stops, as a machine that is suspended does. */
	freeze?: string;
}

export type TurnCommand =
	| RunCommand
	/** Goes on from there, and does not stop there any more. */
	| { do: "release"; no: number; point: string }
	| { do: "close" };

export interface RunFailure {
	code: ErrorCode | "unexpected";
	status: string | undefined;
	runId: string | undefined;
	message: string;
}

/** Each is about the run with that number. */
export type TurnMessage =
	| { ready: number }
	| { no: number; at: string }
	/** The lease of the run, or its place in the line, was renewed for the nth time. */
	| { no: number; renewed: number }
	| { no: number; refused: string; precondition: unknown }
	| { no: number; runId: string; output: string; mode?: "manual" }
	| { no: number; error: RunFailure };

interface Watched {
	command: RunCommand;
	held: Map<string, PromiseWithResolvers<void>>;
	renewals: number;
}

const { path, leaseMs } = input<TurnRunnerInput>();
const say = (message: TurnMessage): Promise<void> => tell(message);
const runs = new Map<number, Watched>();
/** The run in whose name something happens. */
const current = new AsyncLocalStorage<Watched>();

async function reach(point: string): Promise<void> {
	const watched = current.getStore();
	if (!watched) return;
	const { command, held } = watched;
	const gate = held.get(point);
	const freezes = command.freeze === point;
	if (!gate && !freezes) return;
	await say({ no: command.no, at: point });
	// Here, and not from outside: between two statements of this process, not within a transaction.
	if (freezes) process.kill(process.pid, "SIGSTOP");
	await gate?.promise;
}

const hf = await holdfast({
	store: watchedStore(storeAt(path, { sqlite: { durability: "normal" } }), {
		reach,
		renewed() {
			const watched = current.getStore();
			if (watched) void say({ no: watched.command.no, renewed: ++watched.renewals });
		},
		refused(write, precondition) {
			const no = current.getStore()?.command.no;
			if (no !== undefined) void say({ no, refused: write, precondition });
		},
	}),
	agents: [turnAgent(reach).agent],
	leaseMs,
});

async function run({ no, run, stream }: RunCommand): Promise<void> {
	try {
		const { runId, output, mode } = await (stream ? hf.agents.stream(run).result : hf.agents.run(run));
		await say({ no, runId, output, ...(mode && { mode }) });
	} catch (error) {
		const known = HoldfastError.isInstance(error) ? error : undefined;
		const { status, runId } = (known ?? {}) as { status?: string; runId?: string };
		await say({ no, error: { code: known?.code ?? "unexpected", status, runId, message: String(error) } });
	}
}

process.on("message", async (command: TurnCommand) => {
	if (command.do === "run") {
		const held = new Map(command.hold.map((point) => [point, Promise.withResolvers<void>()]));
		const watched = { command, held, renewals: 0 };
		runs.set(command.no, watched);
		await current.run(watched, () => run(command));
	} else if (command.do === "release") {
		const held = runs.get(command.no)?.held;
		held?.get(command.point)?.resolve();
		held?.delete(command.point);
	} else {
		await hf.close();
		process.disconnect();
	}
});
await say({ ready: process.pid });
