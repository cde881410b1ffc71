import { setTimeout } from "node:timers/promises";
import { HoldfastError } from "../../error/index.ts";

const TRIES = 60;
/** The longest pause before the next try, in milliseconds; a random part of it is taken. */
const LONGEST_PAUSE = 20;

/** By the fact that is changed, when the last one in line for it is done. */
const lines = new Map<string, Promise<void>>();

/**
 * Changes a fact, again while somebody else is faster, with pauses in which the others finish. Those of this process would
 * only be in each other's way: they go one after the other, and only other processes can be faster.
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
