/** The command line is invalid: exit code 2. */
export class UsageError extends Error {
	override readonly name = "UsageError";
}

/** The user answered no or pressed Ctrl-C: there is no error to explain. */
export class Declined extends Error {
	override readonly name = "Declined";
	readonly exitCode: number;
	constructor(message: string, exitCode: number) {
		super(message);
		this.exitCode = exitCode;
	}
}
