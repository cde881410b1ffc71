import { HoldfastError } from "../../../error/index.ts";
import type { Call } from "../../command.ts";

export interface Handled {
	done: string[];
	/** The job does not exist, or is running. */
	missing: string[];
}

/** Applies an action to each job. A missing job does not stop the others. */
export async function eachJob(
	ids: readonly string[],
	title: string,
	{ progress, signal }: Pick<Call, "progress" | "signal">,
	act: (id: string) => Promise<void>,
): Promise<Handled> {
	const bar = progress(title);
	const handled: Handled = { done: [], missing: [] };
	try {
		for (const [i, id] of ids.entries()) {
			signal.throwIfAborted();
			try {
				await act(id);
				handled.done.push(id);
			} catch (error) {
				if (!HoldfastError.isInstance(error) || error.code !== "not_found") throw error;
				handled.missing.push(id);
			}
			bar.at(i + 1, ids.length);
		}
	} finally {
		bar.end();
	}
	return handled;
}
