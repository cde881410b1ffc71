/** A member of a thrown value, which may be anything. */
export function readField(error: unknown, name: string): unknown {
	return typeof error === "object" && error !== null ? (error as Record<string, unknown>)[name] : undefined;
}

/** The error and its causes, outermost first. */
export function causesOf(error: unknown): unknown[] {
	const causes: unknown[] = [];
	for (
		let cause = error;
		cause !== undefined && cause !== null && causes.length < 5;
		cause = readField(cause, "cause")
	) {
		causes.push(cause);
	}
	return causes;
}

/** The message of an error. Errors in streams are not always `Error` objects. */
export function messageOf(error: unknown): string {
	if (typeof error === "string") return error;
	const message = readField(error, "message");
	if (typeof message === "string") return message;
	// The format of OpenAI-like servers: { error: { message } }.
	const inner = readField(readField(error, "error"), "message");
	return typeof inner === "string" ? inner : "unknown error";
}
