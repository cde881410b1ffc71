/** What was typed cannot be meant: exit code 2. */
export class UsageError extends Error {
	override readonly name = "UsageError";
}

/** The user said no, or Ctrl-C: nothing to explain. */
export class Declined extends Error {
	override readonly name = "Declined";
	readonly exitCode: number;
	constructor(message: string, exitCode: number) {
		super(message);
		this.exitCode = exitCode;
	}
}
