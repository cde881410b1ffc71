import { spawnSync } from "node:child_process";
import { HoldfastError, holdfast } from "../../../src/index.ts";
import { sqlite } from "../../../src/store/sqlite/index.ts";
import { batchOf, keyOf, sessionOf } from "./keyed-batches.ts";
import { finish, input, tell } from "./parent.ts";

/** Writes until its files may not grow any more, then, with the limit gone, repeats what was refused. */
export interface LimitedWriterInput {
	path: string;
	/** No file of this process may grow beyond it, as on a disk that is full. */
	bytes: number;
}

export type LimitedWriterMessage =
	| { noLimits: string }
	| {
			acknowledged: { key: string; sessionId: string; offsets: number[] }[];
			refused: { key: string; code: string; retryable: boolean; message: string }[];
			repeated: string[];
	  };

const { path, bytes } = input<LimitedWriterInput>();
const hf = await holdfast({ store: sqlite(path) });

// A write beyond the limit sends this signal; handled, the write fails with an error instead.
process.on("SIGXFSZ", () => {});
function limit(size: number | "unlimited"): void {
	const { status, error, stderr } = spawnSync("prlimit", [
		"--pid",
		String(process.pid),
		`--fsize=${size}:unlimited`,
	]);
	if (status !== 0) throw new Error(`prlimit: ${error?.message ?? stderr}`);
}

const acknowledged: { key: string; sessionId: string; offsets: number[] }[] = [];
const refused: { key: string; code: string; retryable: boolean; message: string }[] = [];

async function append(writer: number, key: string): Promise<boolean> {
	const sessionId = sessionOf(writer);
	try {
		const stored = await hf
			.session({ agentId: "a", sessionId })
			.append(batchOf(key), { idempotencyKey: key });
		acknowledged.push({ key, sessionId, offsets: stored.map((event) => event.offset) });
		return true;
	} catch (error) {
		if (!HoldfastError.isInstance(error)) throw error;
		refused.push({ key, code: error.code, retryable: error.retryable, message: error.message });
		return false;
	}
}

async function writeUntilRefused(writer: number): Promise<void> {
	for (let n = 0; await append(writer, keyOf(0, writer, n)); n++);
}

async function run(): Promise<void> {
	try {
		limit(bytes);
	} catch (error) {
		await tell({ noLimits: String(error) } satisfies LimitedWriterMessage);
		return;
	}
	await Promise.all([0, 1, 2, 3].map((writer) => writeUntilRefused(writer)));
	limit("unlimited");
	const again = refused.map(({ key }) => key);
	for (const [writer, key] of again.map((key) => [Number(key.split("/")[1]), key] as const))
		await append(writer, key);
	await tell({ acknowledged, refused, repeated: again } satisfies LimitedWriterMessage);
}

await run();
await hf.close();
finish();
