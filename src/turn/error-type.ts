import { TurnLost } from "./run-log.ts";

/** What went wrong, without what was said. */
export const errorType = (error: unknown): string =>
	error instanceof TurnLost
		? "turn_lost"
		: ((error as { code?: string }).code ?? (error instanceof Error ? error.name : "unknown"));
