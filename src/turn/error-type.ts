import { TurnLost } from "./run-log.ts";

/** The kind of an error, without any content of the conversation. */
export const errorType = (error: unknown): string =>
	error instanceof TurnLost
		? "turn_lost"
		: ((error as { code?: string }).code ?? (error instanceof Error ? error.name : "unknown"));
