import { HoldfastError, holdfast } from "../../../src/index.ts";
import { sqlite } from "../../../src/store/sqlite/index.ts";
import { finish, input, tell } from "./parent.ts";

/** Opens a file where, and as whom, this process runs, appends one event, and tells how it went. */
export interface OpenAndTellInput {
	path: string;
	/** Where to go after the store is made and before it is opened. */
	moveTo?: string;
}

export type OpenAndTellMessage =
	| { stored: number }
	| { code: string; message: string; retryable: boolean }
	| { unexpected: string };

const { path, moveTo } = input<OpenAndTellInput>();
try {
	const store = sqlite(path);
	if (moveTo !== undefined) process.chdir(moveTo);
	const hf = await holdfast({ store });
	const { offset } = await hf
		.session({ agentId: "a", sessionId: "s" })
		.history.append({ role: "user", content: "hi" });
	await hf.close();
	await tell({ stored: offset } satisfies OpenAndTellMessage);
} catch (error) {
	if (HoldfastError.isInstance(error)) {
		const { code, message, retryable } = error;
		await tell({ code, message, retryable } satisfies OpenAndTellMessage);
	} else {
		await tell({ unexpected: String(error) } satisfies OpenAndTellMessage);
	}
}
finish();
