import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { HoldfastError } from "../../error/index.ts";
import { holdfast } from "../../holdfast.ts";
import { newTenant, type Setup } from "../fixture.ts";
import { type Command, command, type Ref, type Subject } from "./commands.ts";
import { createModel } from "./model.ts";
import { createSubject } from "./subject.ts";
import { timedStore } from "./timed-store.ts";

/** Enough for thousands of operations in sequence. */
const TIME_LIMIT_MS = 240_000;

/** The size of the property test in `describeStore()`. */
export interface ModelOptions {
	/** The number of random command sequences. Default 100. */
	runs?: number;
	/** The maximum length of each sequence. Default 40. */
	commands?: number;
}

/** The result of a command: a value, or the code of the error. */
async function outcome(subject: Subject, given: Command): Promise<unknown> {
	const perform = subject[given.op] as (command: Command) => unknown;
	try {
		return { value: await perform(given) };
	} catch (error) {
		if (HoldfastError.isInstance(error)) return { refused: error.code };
		throw error;
	}
}

/** The sessions that a command refers to. */
function refsOf(given: Command): Ref[] {
	const named = [("ref" in given && given.ref) || undefined, "to" in given ? given.to : undefined];
	return named.filter((ref): ref is Ref => typeof ref === "object" && "agentId" in ref && "sessionId" in ref);
}

async function compare(real: Subject, model: Subject, commands: Command[]): Promise<void> {
	const seen = new Map<string, Ref>();
	const both = async (given: Command, step: string): Promise<void> => {
		const [got, wanted] = [await outcome(real, given), await outcome(model, given)];
		expect(got, `${step}: ${JSON.stringify(given)}`).toEqual(wanted);
	};
	for (const [i, given] of commands.entries()) {
		await both(given, `command ${i}`);
		for (const ref of refsOf(given)) {
			seen.set(JSON.stringify(ref), ref);
			await both({ op: "look", ref }, `after command ${i}, ${given.op}`);
		}
	}
	for (const ref of seen.values()) await both({ op: "look", ref }, "at the end");
	await both({ op: "lookAround" }, "at the end");
	await both({ op: "eraseEverything" }, "to finish");
	await both({ op: "lookAround" }, "when all is erased");
}

const seedOf = (text: string | undefined): { seed?: number } =>
	text === undefined ? {} : { seed: Number(text) };

/** Compares the store with the model: the same commands must give the same results. */
export function describeModel(setup: Setup, { runs = 100, commands = 40 }: ModelOptions = {}): void {
	describe("model", () => {
		it("SE2, SE3, SE7, SE9-SE12, ST1-ST4, ID2, ID3, ID6, ER1: any sequence of operations gives the same results as the model", {
			timeout: TIME_LIMIT_MS,
		}, async () => {
			const { store, longAgo } = timedStore(setup().store);
			const sequences = fc.array(command, { minLength: 1, maxLength: commands, size: "max" });
			const property = fc.asyncProperty(sequences, async (sequence) => {
				const hf = await holdfast({ store, tenant: newTenant() });
				try {
					await compare(createSubject(hf, longAgo), createModel(), sequence);
				} finally {
					await hf.close();
				}
			});
			await fc.assert(property, { numRuns: runs, ...seedOf(process.env.HOLDFAST_SEED) });
		});
	});
}
