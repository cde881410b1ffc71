import { HoldfastError } from "../../error/index.ts";
import type { SessionName, SessionTarget } from "./records.ts";
import type { RunStatus } from "./run-port.ts";
import { MOST_SUBSCRIPTIONS } from "./subscription-port.ts";

/** A session as a person would name it. */
const shown = ({ agentId, userId, sessionId }: SessionName): string =>
	`"${sessionId}" of agent "${agentId}" ${userId === undefined ? "without user" : `and user "${userId}"`}`;

/** The errors that every backend raises with the same words. */
export function noSession(target: SessionTarget): HoldfastError {
	const shown =
		"name" in target ? `"${target.name.sessionId}" of agent "${target.name.agentId}"` : target.uid;
	return new HoldfastError("not_found", `there is no session ${shown}`);
}

export function sessionExists(name: SessionName, advice: string): HoldfastError {
	const { agentId, userId, sessionId } = name;
	const message = `session ${shown(name)} exists already; ${advice}`;
	return new HoldfastError("already_exists", message, { agentId, userId, sessionId });
}

export function keyReused(key: string): HoldfastError {
	const message = `idempotency key "${key}" was used for another append to this session; use a new key`;
	return new HoldfastError("conflict", message, { precondition: "idempotency" });
}

export function noUser(userId: string): HoldfastError {
	return new HoldfastError("not_found", `there is no user "${userId}"`, { userId });
}

export function userExists(userId: string): HoldfastError {
	const message = `user "${userId}" exists already; re-key with onConflict "merge" to join the two`;
	return new HoldfastError("already_exists", message, { userId });
}

export function noRun(id: string): HoldfastError {
	return new HoldfastError("not_found", `there is no run ${id} in this session`, { runId: id });
}

/** A run that is not what the caller wants it to be. */
export function runIs(id: string, status: RunStatus): HoldfastError {
	return new HoldfastError("conflict", `run ${id} is ${status}`, { precondition: "run", status });
}

/** A merge would take the session from under the run. */
export function sessionRuns(name: SessionName, runId: string): HoldfastError {
	const message = `run ${runId} of session ${shown(name)} is not over yet; wait for it or cancel it, then merge`;
	return new HoldfastError("busy", message, { runId });
}

/** A session cannot exist on behalf of one that does not. */
export function noParent(uid: string): HoldfastError {
	return new HoldfastError("not_found", `there is no session ${uid} to be the parent`, { parent: uid });
}

/** A unit of work on facts was made for something that is not so any more. */
export function changedMeanwhile(
	precondition: "fact" | "facts" | "consolidated",
	message: string,
	expected: unknown,
	actual: unknown,
): HoldfastError {
	return new HoldfastError("conflict", message, { precondition, expected, actual });
}

export function tooManySubscriptions(): HoldfastError {
	const message = `a tenant can have ${MOST_SUBSCRIPTIONS} webhook subscriptions: remove one that is not needed any more`;
	return new HoldfastError("limit_exceeded", message, { limit: MOST_SUBSCRIPTIONS });
}

/** An import would have to mix its facts with those that are there. */
export function factsExist(): HoldfastError {
	const message = `there are facts of this owner, or with these ids, already; import with onConflict "skip" or "replace"`;
	return new HoldfastError("already_exists", message);
}
