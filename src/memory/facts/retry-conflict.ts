import { setTimeout } from "node:timers/promises";
import { HoldfastError } from "../../error/index.ts";

const TRIES = 60;
/** The maximum pause before the next attempt, in milliseconds. The actual pause is a random part of it. */
const LONGEST_PAUSE = 20;

/** By fact id: resolves when the last queued change of the fact is done. */
const lines = new Map<string, Promise<void>>();

/**
 * Changes a fact, and retries with random pauses while another writer is faster. Changes of the same fact in this
 * process run one after the other, so only other processes can cause a conflict.
 */
export async function retryConflict<T>(factId: string, attempt: () => Promise<T>): Promise<T> {
	const mine = (lines.get(factId) ?? Promise.resolve()).then(() => tryAgain(attempt));
	const done = (): void => {
		if (lines.get(factId) === over) lines.delete(factId);
	};
	const over: Promise<void> = mine.then(done, done);
	lines.set(factId, over);
	return mine;
}

async function tryAgain<T>(attempt: () => Promise<T>): Promise<T> {
	for (let tries = 1; ; tries++) {
		try {
			return await attempt();
		} catch (error) {
			if (!HoldfastError.isInstance(error) || error.code !== "conflict" || tries === TRIES) throw error;
			if (error.precondition === "embedder") throw error;
		}
		await setTimeout(Math.random() * Math.min(tries, LONGEST_PAUSE));
	}
}
