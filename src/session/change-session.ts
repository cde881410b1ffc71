import { z } from "zod";
import { HoldfastError, parse } from "../error/index.ts";
import { labelText, type SessionMode, sessionMode, uuidV7 } from "../event/index.ts";
import { checkUrl } from "../network/index.ts";
import { EVENT_WEBHOOK_URL, type Patch, parseSessionMetadata } from "../state/index.ts";
import { noSession, type SessionName, type SessionRecord } from "../store/ports/index.ts";
import { systemEvent } from "./draft-events.ts";
import type { Platform } from "./platform.ts";
import { writeExisting, writeSession } from "./write-session.ts";

export const titleText = labelText;

/** Changes metadata key by key. A webhook URL in it subscribes; without it deliveries end. */
export async function updateMetadata(platform: Platform, name: SessionName, patch: Patch): Promise<void> {
	const metadata = parseSessionMetadata(patch, "metadata");
	const url = metadata.set[EVENT_WEBHOOK_URL];
	if (typeof url === "string") checkUrl(url, platform.networkOfCallers);
	const changesUrl = url !== undefined || metadata.unset.includes(EVENT_WEBHOOK_URL);
	const parts = {
		patch: { metadata },
		// The one subscription of a session: another URL takes its place.
		endDeliveries: changesUrl,
		deliveries: typeof url === "string" ? [{ url }] : [],
	};
	await writeSession(platform, name, parts, { now: Date.now() });
}

export async function setTitle(platform: Platform, name: SessionName, title: string | null): Promise<void> {
	const text = parse(titleText.nullable(), title, "title");
	await writeSession(platform, name, { patch: { title: text } }, { now: Date.now() });
}

function isConflict(error: unknown, precondition: string): boolean {
	return HoldfastError.isInstance(error) && error.code === "conflict" && error.precondition === precondition;
}

/** Creates the session if it does not exist; one that does is not touched. */
async function ensureSession(platform: Platform, name: SessionName, now: number): Promise<void> {
	try {
		await writeSession(platform, name, { require: { absent: true } }, { now });
	} catch (error) {
		if (!HoldfastError.isInstance(error) || error.code !== "already_exists") throw error;
	}
}

/** The session's record; one that does not exist is created. */
export async function sureSession(platform: Platform, name: SessionName): Promise<SessionRecord> {
	const found = await platform.store.sessions.get({ name });
	if (found) return found;
	await ensureSession(platform, name, Date.now());
	const created = await platform.store.sessions.get({ name });
	if (created) return created;
	throw noSession({ name });
}

/** Switches between `auto` and `manual`; to the mode it is in already, nothing happens. */
export async function setMode(
	platform: Platform,
	name: SessionName,
	mode: SessionMode,
	by?: string,
): Promise<void> {
	const to = parse(sessionMode, mode, "mode");
	const who = parse(z.string().max(512).optional(), by, "by");
	const from = to === "auto" ? "manual" : "auto";
	const now = Date.now();
	const event = systemEvent("mode", { from, to, ...(who !== undefined && { by: who }) }, now);
	try {
		await writeSession(
			platform,
			name,
			{ events: [event], patch: { mode: to }, require: { mode: from } },
			{ now },
		);
	} catch (error) {
		if (!isConflict(error, "mode")) throw error;
		await ensureSession(platform, name, now);
	}
}

const endSchema = z.strictObject({ wait: z.boolean().default(false) }).default({ wait: false });

/**
 * Closes the session and queues its consolidation. Ending twice is harmless; the next append reopens it.
 */
export async function endSession(
	platform: Platform,
	name: SessionName,
	options?: { wait?: boolean },
): Promise<void> {
	const { wait } = parse(endSchema, options, "end options");
	const now = Date.now();
	const parts = {
		events: [systemEvent("session", { change: "ended" }, now)],
		reopen: undefined,
		patch: { endedAt: now },
		jobs: [{ id: uuidV7(now), kind: "consolidate", payload: {}, dueAt: now }],
		require: { open: true as const },
	};
	try {
		await writeExisting(platform, { name }, parts, now);
	} catch (error) {
		if (!isConflict(error, "open")) throw error;
	}
	platform.memory.nudge();
	if (wait) await platform.memory.idle();
}
