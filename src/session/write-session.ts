import { type JsonObject, type SessionMode, type SessionUid, uuidV7 } from "../event/index.ts";
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

/** What a session starts with; applies only when this call creates it. */
export interface SeedParts {
	mode?: SessionMode;
	title?: string | undefined;
	metadata?: JsonObject;
	state?: StateWrite[];
	/** The session on whose behalf the new one exists. */
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

/** Commits a unit of work to a named session, creating it where it does not exist. */
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
	target: SessionTarget,
	parts: UnitParts,
	now: number,
): Promise<AppendOutcome> {
	const agentId = "name" in target ? target.name.agentId : undefined;
	const whenNew = parts.events?.length ? await quietJob(platform, agentId, now) : undefined;
	return commit(platform, toUnit(target, undefined, { whenNew, ...parts }, now));
}

async function commit(platform: Platform, unit: AppendUnit): Promise<AppendOutcome> {
	const outcome = await platform.store.log.append(unit);
	platform.deliver(outcome.uid, subscribes(unit));
	return outcome;
}

/** May it have asked for deliveries? */
function subscribes({ deliveries, patch, create }: AppendUnit): boolean {
	const named = patch.metadata?.set[EVENT_WEBHOOK_URL] ?? create?.metadata[EVENT_WEBHOOK_URL];
	return deliveries.length > 0 || named !== undefined;
}
