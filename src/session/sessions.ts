import type { Message } from "../event/index.ts";
import { noSession } from "../store/ports/index.ts";
import { type EraseOptions, type ErasureReceipt, eraseSession } from "./erase.ts";
import type { ImportReport } from "./import-report.ts";
import type { ImportOptions, ImportSource } from "./import-sessions.ts";
import { findSession, listSessions, type SessionListOptions } from "./list-sessions.ts";
import { forkSession, type RekeyOptions, rekeySession } from "./move-sessions.ts";
import { createSession, openSession, type SessionInit } from "./open-session.ts";
import type { Platform } from "./platform.ts";
import { type MessageOptions, readMessages } from "./read-events.ts";
import { describeSession, type Page, type Session } from "./session.ts";
import { type NewSessionRef, resolveName, type SessionRef } from "./session-ref.ts";
import { type SessionPatch, updateSession } from "./update-session.ts";

/** All sessions of the tenant. References can be a bare session id if only one session has it. */
export interface Sessions {
	/** Creates a session. Throws `already_exists` if it exists. Generates a session id if there is none. */
	create(ref: NewSessionRef, init?: SessionInit): Promise<Session>;
	/** Gets or creates a session. `init` is only used on creation. */
	open(ref: NewSessionRef, init?: SessionInit): Promise<Session>;
	/** Reads a session. Throws `not_found` if it does not exist. */
	get(ref: SessionRef | string): Promise<Session>;
	/** Lists sessions, newest first. */
	list(options?: SessionListOptions): Promise<Page<Session>>;
	/** The session with this external id, or undefined. Throws `ambiguous` if several sessions have it. */
	find(by: { externalId: string; agentId?: string }): Promise<Session | undefined>;
	/**
	 * Changes title, mode and metadata of a session in one write, and returns the session. Creates the session if
	 * needed; a bare session id must exist.
	 */
	update(ref: SessionRef | string, patch: SessionPatch): Promise<Session>;
	/** Moves a session with all its data to another user or session id, in one transaction. */
	rekey(
		from: SessionRef | string,
		to: { userId?: string; sessionId?: string },
		options?: RekeyOptions,
	): Promise<Session>;
	/**
	 * Creates a session with a copy of another one, up to and including an offset. Generates a session id if there
	 * is none.
	 */
	fork(ref: SessionRef | string, at: { offset: number }, to: NewSessionRef): Promise<Session>;
	/**
	 * Deletes a session permanently. If it does not exist, all counts in the receipt are 0. The receipt lists facts
	 * that came from the session and stay because they belong to the user or the agent. `forget` deletes those that
	 * have no other source.
	 */
	delete(ref: SessionRef | string, options?: EraseOptions): Promise<ErasureReceipt>;
	/** The session as JSON Lines, each ending in a line feed. */
	export(ref: SessionRef | string): AsyncIterable<string>;
	/**
	 * Imports the output of `export`, or conversations and facts of another system: messages of OpenAI (chat and
	 * Responses API), Anthropic and the AI SDK, JSON Lines of chats, and exports of mem0, LangGraph and Mastra.
	 * Each session is stored completely or not at all.
	 */
	import(source: ImportSource, options?: ImportOptions): Promise<ImportReport>;
	/** The messages of a session, oldest first. */
	getMessages(ref: SessionRef | string, options?: MessageOptions): Promise<Message[]>;
}

/** Loaded at its first use, like the import. */
async function* exportLines(platform: Platform, ref: SessionRef | string): AsyncGenerator<string> {
	const { exportSession } = await import("./export-session.ts");
	yield* exportSession(platform, ref);
}

export function createSessions(platform: Platform): Sessions {
	return {
		create: async (ref, init) => createSession(platform, ref, init),
		open: async (ref, init) => openSession(platform, ref, init),
		get: async (ref) => {
			const target = { name: await resolveName(platform, ref) };
			const record = await platform.store.sessions.get(target);
			if (!record) throw noSession(target);
			return describeSession(platform, record);
		},
		list: async (options) => listSessions(platform, options),
		find: async (by) => findSession(platform, by),
		update: async (ref, patch) => updateSession(platform, ref, patch),
		rekey: async (from, to, options) => rekeySession(platform, from, to, options),
		fork: async (ref, at, to) => forkSession(platform, ref, at, to),
		delete: async (ref, options) =>
			eraseSession(platform, { name: await resolveName(platform, ref) }, options),
		export: (ref) => exportLines(platform, ref),
		import: async (source, options) => {
			// Formats and their schemas are loaded only for imports.
			const { importSessions } = await import("./import-sessions.ts");
			return importSessions(platform, source, options);
		},
		getMessages: async (ref, options = {}) =>
			readMessages(platform, { name: await resolveName(platform, ref) }, options),
	};
}
