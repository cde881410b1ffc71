import { z } from "zod";
import { HoldfastError, parse } from "../error/index.ts";
import { isObject, labelText, type SessionMode, sessionMode } from "../event/index.ts";
import { checkUrl } from "../network/index.ts";
import { EVENT_WEBHOOK_URL, type Patch, type PatchText, parseSessionMetadata } from "../state/index.ts";
import { noSession, type SessionName, type SessionRecord } from "../store/ports/index.ts";
import { systemEvent } from "./draft-events.ts";
import type { Platform } from "./platform.ts";
import { writeSession } from "./write-session.ts";

export const titleText = labelText;

/** The kind of the jobs that make facts of a session. */
export { CONSOLIDATE } from "./when-quiet.ts";

/** What may change in one step. */
export interface SessionChanges {
	metadata?: PatchText | undefined;
	title?: string | null | undefined;
	mode?: SessionMode | undefined;
	/** Who changes the mode. */
	by?: string | undefined;
}

const MORE = Symbol("what changes with the metadata");

/** The same patch, with changes that are written in the same step: beside it, where nothing that a caller writes can reach. */
export function withChanges(patch: Patch, more: Omit<SessionChanges, "metadata">): Patch {
	return { ...patch, [MORE]: more } as Patch;
}

/** Changes metadata key by key. A webhook URL in it subscribes; the one before it ends. */
export async function updateMetadata(platform: Platform, name: SessionName, patch: Patch): Promise<void> {
	const { [MORE]: more, ...metadata } = (isObject(patch) ? patch : {}) as Patch & { [MORE]?: SessionChanges };
	const isTold = !more || Object.keys(metadata).length > 0;
	const told = isTold ? parseSessionMetadata(more ? metadata : patch, "metadata") : undefined;
	await changeSession(platform, name, { ...more, metadata: told });
}

/** Without a title the session has the one that its first message gives. */
export async function setTitle(
	platform: Platform,
	name: SessionName,
	title: string | null | undefined,
): Promise<void> {
	await changeSession(platform, name, { title: parse(titleText.nullish(), title, "title") ?? null });
}

/** Switches between `auto` and `manual`; to the mode it is in already, nothing happens. */
export async function setMode(
	platform: Platform,
	name: SessionName,
	mode: SessionMode,
	by?: string,
): Promise<void> {
	await changeSession(platform, name, { mode: parse(sessionMode, mode, "mode"), by });
}

/** All of it or nothing. */
async function changeSession(
	platform: Platform,
	name: SessionName,
	{ mode, by, ...others }: SessionChanges,
): Promise<void> {
	const now = Date.now();
	const rest = restOf(platform, others);
	const turn = mode === undefined ? undefined : modeParts(mode, by, now);
	if (!turn) {
		await writeSession(platform, name, rest, { now });
		return;
	}
	try {
		const parts = { ...rest, ...turn, patch: { ...rest.patch, ...turn.patch } };
		await writeSession(platform, name, parts, { now });
	} catch (error) {
		if (!isConflict(error, "mode")) throw error;
		// It is in that mode already.
		if (Object.keys(rest.patch).length > 0) await writeSession(platform, name, rest, { now });
		else await ensureSession(platform, name, now);
	}
}

/** Metadata and title. */
function restOf(platform: Platform, { metadata, title: text }: SessionChanges) {
	const title = parse(titleText.nullable().optional(), text, "title");
	const url = metadata?.set[EVENT_WEBHOOK_URL];
	if (typeof url === "string") checkUrl(url, platform.networkOfCallers);
	return { patch: { ...(metadata && { metadata }), ...(title !== undefined && { title }) } };
}

function modeParts(mode: SessionMode, by: string | undefined, now: number) {
	const to = parse(sessionMode, mode, "mode");
	const who = parse(z.string().max(512).optional(), by, "by");
	const from: SessionMode = to === "auto" ? "manual" : "auto";
	const event = systemEvent("mode", { from, to, ...(who !== undefined && { by: who }) }, now);
	return { events: [event], patch: { mode: to }, require: { mode: from } };
}

export function isConflict(error: unknown, precondition: string): boolean {
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
