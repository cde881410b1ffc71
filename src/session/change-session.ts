import { z } from "zod";
import { HoldfastError, parse } from "../error/index.ts";
import { labelText, type SessionMode, sessionMode } from "../event/index.ts";
import { checkUrl } from "../network/index.ts";
import { EVENT_WEBHOOK_URL, type Patch, type PatchText, parseSessionMetadata } from "../state/index.ts";
import { noSession, type SessionRecord } from "../store/ports/index.ts";
import { systemEvent } from "./draft-events.ts";
import type { Platform } from "./platform.ts";
import { type HandleTarget, writeTarget } from "./write-session.ts";

export const titleText = labelText;
/** Who changes the mode. */
export const byText = z.string().max(512).optional();

/** The kind of the jobs that extract facts from a session. */
export { CONSOLIDATE } from "./when-quiet.ts";

/** Changes that are committed together, checked. */
export interface SessionChanges {
	metadata?: PatchText | undefined;
	title?: string | null | undefined;
	mode?: SessionMode | undefined;
	/** Who changes the mode. */
	by?: string | undefined;
}

/** Changes metadata key by key. A webhook URL in it subscribes that URL and ends the previous subscription. */
export async function updateMetadata(platform: Platform, target: HandleTarget, patch: Patch): Promise<void> {
	await changeSession(platform, target, { metadata: parseSessionMetadata(patch, "metadata") });
}

/** Without a title, the session has one derived from its first message. */
export async function setTitle(
	platform: Platform,
	target: HandleTarget,
	title: string | null | undefined,
): Promise<void> {
	await changeSession(platform, target, { title: parse(titleText.nullish(), title, "title") ?? null });
}

/** Switches between `auto` and `manual`. Does nothing if the session is in that mode already. */
export async function setMode(
	platform: Platform,
	target: HandleTarget,
	mode: SessionMode,
	by?: string,
): Promise<void> {
	await changeSession(platform, target, {
		mode: parse(sessionMode, mode, "mode"),
		by: parse(byText, by, "by"),
	});
}

/** Commits checked changes in one write: all or nothing. */
export async function changeSession(
	platform: Platform,
	target: HandleTarget,
	{ mode, by, ...others }: SessionChanges,
): Promise<void> {
	const now = Date.now();
	const rest = restOf(platform, others);
	const turn = mode === undefined ? undefined : modeParts(mode, by, now);
	if (!turn) {
		await writeTarget(platform, target, rest, now);
		return;
	}
	try {
		const parts = { ...rest, ...turn, patch: { ...rest.patch, ...turn.patch } };
		await writeTarget(platform, target, parts, now);
	} catch (error) {
		if (!isConflict(error, "mode")) throw error;
		// The session is in that mode already.
		if (Object.keys(rest.patch).length > 0) await writeTarget(platform, target, rest, now);
		else await ensureSession(platform, target, now);
	}
}

/** Metadata and title. */
function restOf(platform: Platform, { metadata, title }: SessionChanges) {
	const url = metadata?.set[EVENT_WEBHOOK_URL];
	if (typeof url === "string") checkUrl(url, platform.networkOfCallers);
	return { patch: { ...(metadata && { metadata }), ...(title !== undefined && { title }) } };
}

function modeParts(to: SessionMode, by: string | undefined, now: number) {
	const from: SessionMode = to === "auto" ? "manual" : "auto";
	const event = systemEvent("mode", { from, to, ...(by !== undefined && { by }) }, now);
	return { events: [event], patch: { mode: to }, require: { mode: from } };
}

export function isConflict(error: unknown, precondition: string): boolean {
	return HoldfastError.isInstance(error) && error.code === "conflict" && error.precondition === precondition;
}

/** Creates a named session if it does not exist; one that does is not touched. */
async function ensureSession(platform: Platform, target: HandleTarget, now: number): Promise<void> {
	if (!("name" in target)) return;
	try {
		await writeTarget(platform, target, { require: { absent: true } }, now);
	} catch (error) {
		if (!HoldfastError.isInstance(error) || error.code !== "already_exists") throw error;
	}
}

/** The session's record. Creates a named session if it does not exist. */
export async function sureSession(platform: Platform, target: HandleTarget): Promise<SessionRecord> {
	const found = await platform.store.sessions.get(target);
	if (found) return found;
	await ensureSession(platform, target, Date.now());
	const created = await platform.store.sessions.get(target);
	if (created) return created;
	throw noSession(target);
}
