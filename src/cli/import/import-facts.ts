import { HoldfastError } from "../../error/index.ts";
import type { Holdfast } from "../../interface.ts";
import { MAX_CONTENT } from "../../memory/facts/fact-schema.ts";
import type { OwnedFact } from "../../memory/formats/mem0.ts";

/** Facts in one request: few enough to be told of. */
const STEP = 200;

/** A fact that knows where it goes. */
export interface PlacedFact extends OwnedFact {
	agentId: string;
}

/** Writes facts to the memories of their owners, and tells after each step how many there are. What is known is confirmed. */
export async function importFacts(
	hf: Holdfast,
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
		const memory = hf.memory(agentId, userId === undefined ? {} : { userId });
		for (let at = 0; at < owned.length; at += STEP) {
			const step = owned.slice(at, at + STEP);
			try {
				await memory.writeMany(step.map(({ fact }) => fact));
			} catch (error) {
				throw inPlace(error, step);
			}
			onStep(step.length);
		}
	}
}

/** The error in words of the file, not of the request. */
function inPlace(error: unknown, step: readonly PlacedFact[]): unknown {
	if (!HoldfastError.isInstance(error)) return error;
	const message = error.message.replaceAll(/\bfacts\[(\d+)\]/g, (said, i) => step[Number(i)]?.what ?? said);
	return new HoldfastError(error.code, message, error.fields, { cause: error });
}

/** A text in pieces that a fact can hold, cut between lines where it can be. */
export function inPieces(text: string, most = MAX_CONTENT): string[] {
	const pieces: string[] = [];
	let piece = "";
	for (const line of text.trim().split(/(?<=\n)/)) {
		if (piece !== "" && piece.length + line.length > most) {
			pieces.push(piece);
			piece = "";
		}
		piece += line;
		for (; piece.length > most; piece = piece.slice(most)) pieces.push(piece.slice(0, most));
	}
	return [...pieces, piece].map((one) => one.trim().toWellFormed()).filter((one) => one !== "");
}
