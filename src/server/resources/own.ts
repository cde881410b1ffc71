import type { About } from "../../about.ts";
import { HoldfastError } from "../../error/index.ts";
import { type Event, isObject, type Message, type NewEvent, toMessage } from "../../event/index.ts";
import type { Fact } from "../../memory/index.ts";
import type { Session } from "../../session/index.ts";
import type { Run, RunEvent, RunInput, RunResult } from "../../turn/index.ts";
import type { Caller } from "../auth/caller.ts";
import { errorAnswer } from "../send/error-answer.ts";

/*
 * What the token of a user may do and see (ID7), all in one file. Operations without the flag `user` are rejected
 * earlier. This is an allow-list: anything not listed is neither accepted nor shown.
 */

/** The user of the token; undefined for a key. */
export function ownUser({ scope, userId }: Caller): string | undefined {
	if (scope !== "user") return undefined;
	if (userId !== undefined) return userId;
	throw new HoldfastError("forbidden", "this token names no user");
}

function refuse(what: string): never {
	throw new HoldfastError("forbidden", `the token of a user may not ${what}`);
}

/** Rejects members that are not listed. Members that the platform sets are ignored, as everywhere. */
function onlyMembers(value: object, allowed: readonly string[], what: string): void {
	const more = Object.keys(value).filter((name) => !allowed.includes(name));
	if (more.length > 0) refuse(`set ${more.join(", ")} of ${what}`);
}

const SESSION: readonly (keyof Session)[] = [
	...([
		"agentId",
		"userId",
		"sessionId",
		"uid",
		"mode",
		"title",
		"titleSet",
		"head",
		"eventCount",
		"messageCount",
	] as const),
	...(["lastRunId", "createdAt", "updatedAt", "endedAt"] as const),
];
const FACT: readonly (keyof Fact)[] = [
	...([
		"id",
		"content",
		"scope",
		"agentId",
		"userId",
		"sessionId",
		"space",
		"kind",
		"status",
		"importance",
	] as const),
	...([
		"confidence",
		"pinned",
		"origin",
		"extractor",
		"sources",
		"validFrom",
		"validTo",
		"supersededBy",
	] as const),
	...(["related", "redacted", "createdAt", "updatedAt"] as const),
];
const RUN: readonly (keyof Run)[] = [
	...(["id", "agentId", "sessionId", "userId", "status", "input", "output", "error", "mode"] as const),
	...(["createdAt", "startedAt", "endedAt"] as const),
];

function pick<T extends object, K extends keyof T>(value: T, keys: readonly K[]): Pick<T, K> {
	return Object.fromEntries(keys.flatMap((key) => (key in value ? [[key, value[key]]] : []))) as Pick<T, K>;
}

export const ownSession = (session: Session): Partial<Session> => pick(session, SESSION);
/** Excludes the sessions that sub-agents keep for a caller. */
export const isOwnSession = ({ parentUid }: Session): boolean => parentUid === undefined;

export const ownSessions = (sessions: readonly Session[]): Partial<Session>[] =>
	sessions.filter(isOwnSession).map(ownSession);
export const ownFact = (fact: Fact): Partial<Fact> => pick(fact, FACT);

/** Users may not see details of the server. */
export const ownAbout = ({ version }: About, userId: string): About => ({ version, scope: "user", userId });

/** The error of a run, reduced like the error of a response. */
export function ownRun(run: Run, caller: Caller): Partial<Run> {
	const shown = pick(run, RUN);
	return run.error ? { ...shown, error: ownError(run.error, caller) } : shown;
}

/** A stored error, reduced to what users may see. */
export function ownError(
	{ code, message }: NonNullable<Run["error"]>,
	caller: Caller,
): NonNullable<Run["error"]> {
	const { error } = errorAnswer(new HoldfastError(code as HoldfastError["code"], message), caller, "").body;
	return { code, message: String(error.message) };
}

/** The kinds of events that users see: what was said. */
export const OWN_KINDS = ["message", "reply"] as const;

const isSaid = (event: Event): boolean =>
	event.kind === "reply" ||
	(event.kind === "message" && (event.data.role === "user" || event.data.role === "assistant"));

/** Whether users see an event: what was said by and to the user. Erased events keep their position. */
export const isOwn = (event: Event): boolean =>
	event.erased ? OWN_KINDS.some((kind) => kind === event.kind) : isSaid(event);

/** An event without metadata, state and reasoning. */
export function ownEvent(event: Event): Event {
	const { id, offset, kind, source, at, runId, erased } = event;
	const data = pick(event.data as Record<string, unknown>, ["role", "content", "displayName"]);
	const shown = { id, offset, kind, source, at, ...(runId !== undefined && { runId }), data };
	return (erased ? { ...shown, data: {}, erased } : shown) as Event;
}

export const ownEvents = (events: readonly Event[]): Event[] => events.filter(isOwn).map(ownEvent);

/** The conversation as the user sees it. */
export const ownMessages = (events: readonly Event[]): Message[] =>
	ownEvents(events).flatMap((event) => toMessage(event) ?? []);

/** Users may only append their own messages. */
export function checkOwnEvents(events: NewEvent | readonly NewEvent[]): void {
	for (const event of [events].flat()) {
		// The library has the best message for values that are not events.
		if (!isObject(event)) continue;
		onlyMembers(event, ["kind", "source", "data", "tenant", "uid"], "an event");
		if (event.kind !== "message" || event.source !== "user")
			refuse("append anything except messages of the user");
		if (isObject(event.data)) checkOwnMessage(event.data);
	}
}

export function checkOwnMessage(message: object): void {
	onlyMembers(message, ["role", "content", "displayName"], "a message");
	if ("role" in message && message.role !== "user") refuse("append messages of a role other than user");
}

const RUN_INPUT = [
	"agentId",
	"input",
	"sessionId",
	"userId",
	"runId",
	"onBusy",
	"idempotencyKey",
	"onLeave",
	"tenant",
	"uid",
];

/** The input that a user may give to a run. */
export function checkOwnRun(input: RunInput): void {
	onlyMembers(input, RUN_INPUT, "a run");
}

export function ownResult({
	runId,
	sessionId,
	status,
	output,
	object,
	mode,
	usage,
	events,
}: RunResult): object {
	return {
		runId,
		sessionId,
		status,
		output,
		...(object !== undefined && { object }),
		...(mode !== undefined && { mode }),
		usage,
		events: ownEvents(events),
	};
}

const STEPS: readonly RunEvent["type"][] = ["text-delta", "reply", "finish", "error"];

/** Users do not see tool calls and other internal steps of the agent. */
export const isOwnStep = ({ type }: RunEvent): boolean => STEPS.includes(type);

/** The reason of a handover is only for operators. */
export function ownStep(event: RunEvent): RunEvent {
	if (event.type !== "finish") return event;
	const { handover: _, ...shown } = event;
	return shown;
}

/** Excludes runs of sub-agents. */
export const isOwnRun = ({ userId, parentRunId }: Run, user: string): boolean =>
	userId === user && parentRunId === undefined;

/** The error for a run that does not exist. For users, runs of others do not exist either. */
export const noRun = (runId: string): HoldfastError =>
	new HoldfastError("not_found", `there is no run "${runId}"`, { runId });

export const noAgent = (agentId: string): HoldfastError =>
	new HoldfastError("not_found", `there is no agent "${agentId}"`, { agentId });

export const noFact = (factId: string): HoldfastError =>
	new HoldfastError("not_found", `there is no fact "${factId}" in this memory`, { factId });

export const noSession = (sessionId: string): HoldfastError =>
	new HoldfastError("not_found", `there is no session "${sessionId}"`, { sessionId });

/** Rejects searches that users may not do. */
export function checkOwnSearch({ include, filter }: { include?: unknown; filter?: unknown }): void {
	if (include !== undefined && !(Array.isArray(include) && include.every((kind) => kind === "facts")))
		refuse("search anything except facts");
	if (isObject(filter) && "metadata" in filter) refuse("search by metadata");
}

export function checkOwnFilter(filter: { externalId?: unknown }): void {
	if (filter.externalId !== undefined) refuse("find sessions by metadata");
}
