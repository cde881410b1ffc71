import type { About } from "../../about.ts";
import { HoldfastError } from "../../error/index.ts";
import { type Event, isObject, type Message, type NewEvent, toMessage } from "../../event/index.ts";
import type { Fact } from "../../memory/index.ts";
import type { Session } from "../../session/index.ts";
import type { Run, RunEvent, RunInput, RunResult } from "../../turn/index.ts";
import type { Caller } from "../auth/caller.ts";
import { errorAnswer } from "../send/error-answer.ts";

/*
 * What the token of a user may do and see (ID7), all of it in one place. An operation without the flag `user` never gets
 * here: it is refused before. What is allowed is listed; what is not listed is neither taken nor shown.
 */

/** The user whose token it is; undefined for a key. */
export function ownUser({ scope, userId }: Caller): string | undefined {
	if (scope !== "user") return undefined;
	if (userId !== undefined) return userId;
	throw new HoldfastError("forbidden", "this token names no user");
}

function refuse(what: string): never {
	throw new HoldfastError("forbidden", `the token of a user may not ${what}`);
}

/** Refuses members that are not among these. Those of the platform are passed over, as everywhere. */
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
/** Not what an agent that was called by another keeps of it. */
export const isOwnSession = ({ parentUid }: Session): boolean => parentUid === undefined;

export const ownSessions = (sessions: readonly Session[]): Partial<Session>[] =>
	sessions.filter(isOwnSession).map(ownSession);
export const ownFact = (fact: Fact): Partial<Fact> => pick(fact, FACT);

/** Who runs the server, and on what, is not for users. */
export const ownAbout = ({ version }: About, userId: string): About => ({ version, scope: "user", userId });

/** Why it failed is told as an answer would tell it. */
export function ownRun(run: Run, caller: Caller): Partial<Run> {
	const shown = pick(run, RUN);
	return run.error ? { ...shown, error: ownError(run.error, caller) } : shown;
}

/** An error that was kept, as far as a user is told of it. */
export function ownError(
	{ code, message }: NonNullable<Run["error"]>,
	caller: Caller,
): NonNullable<Run["error"]> {
	const { error } = errorAnswer(new HoldfastError(code as HoldfastError["code"], message), caller, "").body;
	return { code, message: String(error.message) };
}

/** The kinds of event that a user sees: what was said. */
export const OWN_KINDS = ["message", "reply"] as const;

const isSaid = (event: Event): boolean =>
	event.kind === "reply" ||
	(event.kind === "message" && (event.data.role === "user" || event.data.role === "assistant"));

/** Whether a user sees an event: what was said, by the user and to the user. What was erased keeps its place. */
export const isOwn = (event: Event): boolean =>
	event.erased ? OWN_KINDS.some((kind) => kind === event.kind) : isSaid(event);

/** An event without what is not the user's: metadata, state, reasoning. */
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

/** What a user may append: messages of their own. */
export function checkOwnEvents(events: NewEvent | readonly NewEvent[]): void {
	for (const event of [events].flat()) {
		// What is no event at all, the library says best.
		if (!isObject(event)) continue;
		onlyMembers(event, ["kind", "source", "data", "tenant", "uid"], "an event");
		if (event.kind !== "message" || event.source !== "user")
			refuse("append anything but messages of the user");
		if (isObject(event.data)) checkOwnMessage(event.data);
	}
}

export function checkOwnMessage(message: object): void {
	onlyMembers(message, ["role", "content", "displayName"], "a message");
	if ("role" in message && message.role !== "user") refuse("speak in another role than the user's");
}

const RUN_INPUT = [
	"agentId",
	"input",
	"sessionId",
	"userId",
	"onBusy",
	"idempotencyKey",
	"onLeave",
	"tenant",
	"uid",
];

/** What a user may give to a run. */
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
		...{ runId, sessionId, status, output },
		...(object !== undefined && { object }),
		...(mode !== undefined && { mode }),
		...{ usage, events: ownEvents(events) },
	};
}

const STEPS: readonly RunEvent["type"][] = ["text-delta", "reply", "finish", "error"];

/** How the agent comes to its words, with which tools, is its own business. */
export const isOwnStep = ({ type }: RunEvent): boolean => STEPS.includes(type);

/** Why a human was called is for those who run the conversation. */
export function ownStep(event: RunEvent): RunEvent {
	if (event.type !== "finish") return event;
	const { handover: _, ...shown } = event;
	return shown;
}

/** Not the part of one that another agent has of it. */
export const isOwnRun = ({ userId, parentRunId }: Run, user: string): boolean =>
	userId === user && parentRunId === undefined;

/** The error of a run that does not exist: that of another user is none, either. */
export const noRun = (runId: string): HoldfastError =>
	new HoldfastError("not_found", `there is no run "${runId}"`, { runId });

export const noAgent = (agentId: string): HoldfastError =>
	new HoldfastError("not_found", `there is no agent "${agentId}"`, { agentId });

export const noFact = (factId: string): HoldfastError =>
	new HoldfastError("not_found", `there is no fact "${factId}" in this memory`, { factId });

export const noSession = (sessionId: string): HoldfastError =>
	new HoldfastError("not_found", `there is no session "${sessionId}"`, { sessionId });

/** What a user may not search by, or look for. */
export function checkOwnSearch({ include, filter }: { include?: unknown; filter?: unknown }): void {
	if (include !== undefined && !(Array.isArray(include) && include.every((kind) => kind === "facts")))
		refuse("search anything but facts");
	if (isObject(filter) && "metadata" in filter) refuse("search by metadata");
}

export function checkOwnFilter(filter: { externalId?: unknown }): void {
	if (filter.externalId !== undefined) refuse("look sessions up by metadata");
}
