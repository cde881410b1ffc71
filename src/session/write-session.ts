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
		deliveries: parts.deliveries ?? [],
		endDeliveries: parts.endDeliveries ?? false,
		run: parts.run,
		require: parts.require ?? {},
		at: now,
	};
}

/** Commits a unit of work to a named session, creating it where it does not exist. */
export function writeSession(
	platform: Platform,
	name: SessionName,
	parts: UnitParts,
	{ now, seed = {} }: { now: number; seed?: SeedParts },
): Promise<AppendOutcome> {
	const url = seed.metadata?.[EVENT_WEBHOOK_URL];
	const unit = toUnit({ name }, seedOf(seed, now), parts, now);
	return commit(platform, typeof url === "string" ? { ...unit, deliveries: [{ url }] } : unit);
}

/** Commits a unit of work to a session that must exist. */
export function writeExisting(
	platform: Platform,
	target: SessionTarget,
	parts: UnitParts,
	now: number,
): Promise<AppendOutcome> {
	return commit(platform, toUnit(target, undefined, parts, now));
}

async function commit(platform: Platform, unit: AppendUnit): Promise<AppendOutcome> {
	const outcome = await platform.store.log.append(unit);
	platform.deliver(outcome.uid, unit.deliveries.length > 0);
	return outcome;
}
