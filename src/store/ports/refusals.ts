import { HoldfastError } from "../../error/index.ts";
import type { SessionName, SessionTarget } from "./records.ts";
import type { RunStatus } from "./run-port.ts";
import { MOST_SUBSCRIPTIONS } from "./subscription-port.ts";

/** The name of a session for messages. */
const shown = ({ agentId, userId, sessionId }: SessionName): string =>
	`"${sessionId}" of agent "${agentId}" ${userId === undefined ? "without user" : `and user "${userId}"`}`;

/**
 * The error for a session that does not exist. The functions of this file create errors that are the same in
 * every store.
 */
export function noSession(target: SessionTarget): HoldfastError {
	const shown =
		"name" in target ? `"${target.name.sessionId}" of agent "${target.name.agentId}"` : target.uid;
	return new HoldfastError("not_found", `there is no session ${shown}`);
}

/** The error for a session that already exists. */
export function sessionExists(name: SessionName, advice: string): HoldfastError {
	const { agentId, userId, sessionId } = name;
	const message = `session ${shown(name)} already exists; ${advice}`;
	return new HoldfastError("already_exists", message, { agentId, userId, sessionId });
}

/** The error for an idempotency key that was used for another append. */
export function keyReused(key: string): HoldfastError {
	const message = `idempotency key "${key}" was used for another append to this session; use a new key`;
	return new HoldfastError("conflict", message, { precondition: "idempotency" });
}

/** The error for a user that does not exist. */
export function noUser(userId: string): HoldfastError {
	return new HoldfastError("not_found", `there is no user "${userId}"`, { userId });
}

/** The error for a user that already exists. */
export function userExists(userId: string): HoldfastError {
	const message = `user "${userId}" already exists; re-key with onConflict "merge" to join the two`;
	return new HoldfastError("already_exists", message, { userId });
}

/** The error for a run that does not exist. */
export function noRun(id: string): HoldfastError {
	return new HoldfastError("not_found", `there is no run ${id} in this session`, { runId: id });
}

/** The error for a run with an unexpected status. */
export function runIs(id: string, status: RunStatus): HoldfastError {
	return new HoldfastError("conflict", `run ${id} is ${status}`, { precondition: "run", status });
}

/** The error for merging a session while one of its runs is alive. */
export function sessionRuns(name: SessionName, runId: string): HoldfastError {
	const message = `run ${runId} of session ${shown(name)} has not ended; wait for it or cancel it, then merge`;
	return new HoldfastError("busy", message, { runId });
}

/** The error for a parent session that does not exist. */
export function noParent(uid: string): HoldfastError {
	return new HoldfastError("not_found", `the parent session ${uid} does not exist`, { parent: uid });
}

/** The error for a unit of work on facts whose preconditions no longer hold. */
export function changedMeanwhile(failed: {
	/** The precondition that failed. */
	precondition: "fact" | "facts" | "consolidated";
	/** What is wrong, for people. */
	message: string;
	/** The expected value. */
	expected: unknown;
	/** The actual value. */
	actual: unknown;
}): HoldfastError {
	const { precondition, message, expected, actual } = failed;
	return new HoldfastError("conflict", message, { precondition, expected, actual });
}

/** The error for too many subscriptions. */
export function tooManySubscriptions(): HoldfastError {
	const message = `a tenant can have at most ${MOST_SUBSCRIPTIONS} webhook subscriptions; remove one that you no longer need`;
	return new HoldfastError("limit_exceeded", message, { limit: MOST_SUBSCRIPTIONS });
}

/** The error for an import whose facts conflict with stored ones. */
export function factsExist(): HoldfastError {
	const message = `this owner already has facts, or facts with these ids exist; import with onConflict "skip" or "replace"`;
	return new HoldfastError("already_exists", message);
}
