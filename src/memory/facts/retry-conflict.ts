import { setTimeout } from "node:timers/promises";
import { HoldfastError } from "../../error/index.ts";

const TRIES = 60;
/** The longest pause before the next try, in milliseconds; a random part of it is taken. */
const LONGEST_PAUSE = 20;

/** Does something again while somebody else is faster, with pauses in which the others finish. */
export async function retryConflict<T>(attempt: () => Promise<T>): Promise<T> {
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
