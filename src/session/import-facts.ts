import { HoldfastError } from "../error/index.ts";
import type { OwnedFact } from "../event/formats/conversation.ts";
import type { Platform } from "./platform.ts";

/** Facts per write: few enough for useful progress reports. */
const STEP = 200;

/** A fact and where to store it. */
export interface PlacedFact extends OwnedFact {
	agentId: string;
}

/**
 * Writes facts to the memories of their owners and reports the number after each step. Confirms facts that are
 * known already.
 */
export async function importFacts(
	{ memory }: Platform,
	facts: readonly PlacedFact[],
	onStep: (written: number) => void,
): Promise<void> {
	const owners = new Map<string, PlacedFact[]>();
	for (const fact of facts) {
		const key = JSON.stringify([fact.agentId, fact.userId]);
		const known = owners.get(key);
		if (known) known.push(fact);
		else owners.set(key, [fact]);
	}
	for (const owned of owners.values()) {
		const { agentId, userId } = owned[0] as PlacedFact;
		for (let at = 0; at < owned.length; at += STEP) {
			const step = owned.slice(at, at + STEP);
			try {
				await memory.writeMany(
					agentId,
					userId,
					step.map(({ fact }) => fact),
				);
			} catch (error) {
				throw inPlace(error, step);
			}
			onStep(step.length);
		}
	}
}

/** The error with the position in the imported data instead of in the step. */
function inPlace(error: unknown, step: readonly PlacedFact[]): unknown {
	if (!HoldfastError.isInstance(error)) return error;
	const message = error.message.replaceAll(/\bfacts\[(\d+)\]/g, (said, i) => step[Number(i)]?.what ?? said);
	return new HoldfastError(error.code, message, error.fields, { cause: error });
}
