import { z } from "zod";
import { HoldfastError, parse } from "../error/index.ts";
import { type SessionMode, sessionMode } from "../event/index.ts";
import { type Patch, parseSessionMetadata } from "../state/index.ts";
import { noSession } from "../store/ports/index.ts";
import { byText, changeSession, type SessionChanges, titleText } from "./change-session.ts";
import type { Platform } from "./platform.ts";
import { describeSession, type Session } from "./session.ts";
import { resolveName, type SessionRef } from "./session-ref.ts";

/** What to change about a session. Everything that you leave out stays. */
export interface SessionPatch {
	/** The title. null restores the title derived from the first message. */
	title?: string | null | undefined;
	/** `manual` hands over to a human, `auto` hands back to the agent. */
	mode?: SessionMode | undefined;
	/** Who changes the mode. Stored in the `mode` event. */
	by?: string | undefined;
	/** Metadata entries to set and to remove. */
	metadata?: Patch | undefined;
}

/** The members are checked one by one, so that the errors are those of `setTitle`, `setMode` and `updateMetadata`. */
const member = z.unknown().optional();
const patchSchema = z.strictObject({ metadata: member, title: member, mode: member, by: member });

/** Changes title, mode and metadata in one write and returns the session. A full name creates it if needed. */
export async function updateSession(
	platform: Platform,
	ref: SessionRef | string,
	patch: SessionPatch,
): Promise<Session> {
	const changes = parseChanges(patch);
	const target = { name: await resolveName(platform, ref) };
	await changeSession(platform, target, changes);
	const record = await platform.store.sessions.get(target);
	if (!record) throw noSession(target);
	return describeSession(platform, record);
}

function parseChanges(patch: SessionPatch): SessionChanges {
	const { metadata, title, mode, by } = parse(patchSchema, patch, "session");
	if (metadata === undefined && title === undefined && mode === undefined)
		throw new HoldfastError("invalid", "session: set metadata, title or mode");
	return {
		...(metadata !== undefined && { metadata: parseSessionMetadata(metadata, "metadata") }),
		title: parse(titleText.nullable().optional(), title, "title"),
		mode: parse(sessionMode.optional(), mode, "mode"),
		by: parse(byText, by, "by"),
	};
}
