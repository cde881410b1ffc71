import { HoldfastError } from "../../../error/index.ts";

/** One problem with the options. Messages never contain the given value: it may be or contain a password. */
export interface OptionProblem {
	/** The option, e.g. `sslmode`; empty if the problem is about all of them. */
	readonly field: string;
	readonly message: string;
}

export const WHAT = "postgres options";

export function optionsError(issues: readonly OptionProblem[]): HoldfastError {
	const lines = issues.map(({ field, message }) => `${WHAT}${field === "" ? "" : `.${field}`}: ${message}`);
	return new HoldfastError("invalid", lines.join("; "), { issues });
}

export function refuseOption(field: string, message: string): never {
	throw optionsError([{ field, message }]);
}
