import {
	type AgentId,
	type JsonObject,
	type SessionMode,
	type SessionUid,
	type TenantId,
	uuidV7,
} from "../event/index.ts";
import { EVENT_WEBHOOK_URL, type StateWrite } from "../state/index.ts";
import type {
	AppendOutcome,
	AppendUnit,
	SessionName,
	SessionSeed,
	SessionTarget,
} from "../store/ports/index.ts";
import { systemEvent } from "./draft-events.ts";
import type { Platform } from "./platform.ts";
import { quietJob } from "./when-quiet.ts";

/** Initial values of a session. Only used if this call creates it. */
export interface SeedParts {
	mode?: SessionMode;
	title?: string | undefined;
	metadata?: JsonObject;
	state?: StateWrite[];
	/** The session that the new one works for. */
	parent?: SessionUid | undefined;
}

export function seedOf(parts: SeedParts, now: number): SessionSeed {
	return {
		uid: uuidV7(now) as SessionUid,
		mode: parts.mode ?? "auto",
		title: parts.title,
		metadata: parts.metadata ?? {},
		state: parts.state ?? [],
		parent: parts.parent,
		createdAt: now,
	};
}

type UnitParts = Partial<Omit<AppendUnit, "target" | "create" | "at">>;

function toUnit(
	target: SessionTarget,
	create: SessionSeed | undefined,
	parts: UnitParts,
	now: number,
): AppendUnit {
	return {
		target,
		create,
		events: parts.events ?? [],
		reopen: "reopen" in parts ? parts.reopen : () => systemEvent("session", { change: "reopened" }, now),
		patch: parts.patch ?? {},
		jobs: parts.jobs ?? [],
		whenNew: parts.whenNew,
		deliveries: parts.deliveries ?? [],
		endDeliveries: parts.endDeliveries ?? [],
		run: parts.run,
		require: parts.require ?? {},
		at: now,
	};
}

/**
 * The session that a handle acts on: a name, for which a write creates the session, or the uid of an existing
 * session, which is never re-created.
 */
export type HandleTarget = { name: SessionName } | { uid: SessionUid; tenant: TenantId; agentId: AgentId };

/** Commits a unit of work to the session of a handle. */
export async function writeTarget(
	platform: Platform,
	target: HandleTarget,
	parts: UnitParts,
	now: number,
): Promise<AppendOutcome> {
	if ("name" in target) return writeSession(platform, target.name, parts, { now });
	return writeExisting(platform, target, parts, now);
}

/** Commits a unit of work to a named session. Creates the session if it does not exist. */
export async function writeSession(
	platform: Platform,
	name: SessionName,
	parts: UnitParts,
	{ now, seed = {} }: { now: number; seed?: SeedParts },
): Promise<AppendOutcome> {
	const whenNew = parts.events?.length ? await quietJob(platform, name.agentId, now) : undefined;
	return commit(platform, toUnit({ name }, seedOf(seed, now), { whenNew, ...parts }, now));
}

/** Commits a unit of work to a session that must exist. */
export async function writeExisting(
	platform: Platform,
	target: SessionTarget | HandleTarget,
	parts: UnitParts,
	now: number,
): Promise<AppendOutcome> {
	const { agentId } = "name" in target ? target.name : { agentId: undefined, ...target };
	const whenNew = parts.events?.length ? await quietJob(platform, agentId, now) : undefined;
	return commit(platform, toUnit(target, undefined, { whenNew, ...parts }, now));
}

async function commit(platform: Platform, unit: AppendUnit): Promise<AppendOutcome> {
	const outcome = await platform.store.log.append(unit);
	if (!outcome.replayed) platform.onAppend?.(unit.events.length);
	platform.deliver(outcome.uid, subscribes(unit));
	return outcome;
}

/** Whether the write may have subscribed a URL. */
function subscribes({ deliveries, patch, create }: AppendUnit): boolean {
	const named = patch.metadata?.set[EVENT_WEBHOOK_URL] ?? create?.metadata[EVENT_WEBHOOK_URL];
	return deliveries.length > 0 || named !== undefined;
}
