import { z } from "zod";
import { HoldfastError, parse } from "../error/index.ts";
import { type Json, jsonObject, type SessionMode, sessionMode } from "../event/index.ts";
import { checkUrl } from "../network/index.ts";
import { applyPatch, EVENT_WEBHOOK_URL, parseSessionMetadata, toWrites } from "../state/index.ts";
import { noSession, type SessionName } from "../store/ports/index.ts";
import { titleText } from "./change-session.ts";
import type { Platform } from "./platform.ts";
import { describeSession, type Session } from "./session.ts";
import { type NewSessionRef, nameOf, withSessionId } from "./session-ref.ts";
import { type SeedParts, writeSession } from "./write-session.ts";

/** Initial values of a session. Only used if the call creates it. */
export interface SessionInit {
	/** State keys; their prefixes give their scopes. */
	state?: Record<string, Json> | undefined;
	/** Metadata of the session. No prompt shows it. */
	metadata?: Record<string, Json> | undefined;
	/** The title. Default: derived from the first message. */
	title?: string | undefined;
	/** `auto` (default) or `manual`. */
	mode?: SessionMode | undefined;
}

const initSchema = z.object({
	state: jsonObject.optional(),
	metadata: jsonObject.optional(),
	title: titleText.optional(),
	mode: sessionMode.optional(),
});

function parseInit({ networkOfCallers }: Platform, init: SessionInit): SeedParts {
	const { state, metadata: given, title, mode } = parse(initSchema, init, "init");
	const metadata =
		given && applyPatch({}, parseSessionMetadata({ set: given }, "init.metadata"), "init.metadata");
	const url = metadata?.[EVENT_WEBHOOK_URL];
	if (typeof url === "string") checkUrl(url, networkOfCallers);
	return {
		...(state && { state: toWrites({ set: state as Record<string, Json> }) }),
		...(metadata && { metadata }),
		...(title !== undefined && { title }),
		...(mode && { mode }),
	};
}

async function read(platform: Platform, name: SessionName): Promise<Session> {
	const record = await platform.store.sessions.get({ name });
	if (!record) throw noSession({ name });
	return describeSession(platform, record);
}

/** Creates the session. Throws `already_exists` if it exists. */
export async function createSession(
	platform: Platform,
	ref: NewSessionRef,
	init: SessionInit = {},
): Promise<Session> {
	const name = nameOf(platform, withSessionId(ref));
	await writeSession(
		platform,
		name,
		{ require: { absent: true } },
		{ now: Date.now(), seed: parseInit(platform, init) },
	);
	return read(platform, name);
}

/** The session. Creates it with `init` if it does not exist. */
export async function openSession(
	platform: Platform,
	ref: NewSessionRef,
	init: SessionInit = {},
): Promise<Session> {
	const name = nameOf(platform, withSessionId(ref));
	const seed = parseInit(platform, init);
	const found = await platform.store.sessions.get({ name });
	if (found) return describeSession(platform, found);
	try {
		await writeSession(platform, name, { require: { absent: true } }, { now: Date.now(), seed });
	} catch (error) {
		// Another caller created it first, so open that one.
		if (!HoldfastError.isInstance(error) || error.code !== "already_exists") throw error;
	}
	return read(platform, name);
}
