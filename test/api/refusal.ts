import { expect } from "vitest";
import { type ErrorCode, HoldfastError } from "../../src/index.ts";

/** The error that an operation must be refused with. */
export async function refusal(operation: Promise<unknown>, code: ErrorCode): Promise<HoldfastError> {
	const outcome = await operation.then(
		(value) => ({ value }),
		(error: unknown) => ({ error }),
	);
	if (!("error" in outcome)) {
		throw new Error(
			`expected a refusal with "${code}", got the result ${String(JSON.stringify(outcome.value)).slice(0, 200)}`,
		);
	}
	const { error } = outcome;
	if (!HoldfastError.isInstance(error)) throw new Error("expected a HoldfastError", { cause: error });
	expect(error.code, error.message).toBe(code);
	expect(error.message).not.toBe("");
	return error;
}

/** A value of any type where the compiler expects another: what a caller without types may pass. */
export const garbage = <T>(value: unknown): T => value as T;
