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

/** All sessions of the tenant. Where a reference is taken, a bare session id does if only one session has it. */
export interface Sessions {
	/** Fails with `already_exists` if the session exists. Without a session id one is generated. */
	create(ref: NewSessionRef, init?: SessionInit): Promise<Session>;
	/** Gets or creates; `init` applies only on creation. */
	open(ref: NewSessionRef, init?: SessionInit): Promise<Session>;
	get(ref: SessionRef | string): Promise<Session>;
	list(options?: SessionListOptions): Promise<Page<Session>>;
	find(by: { externalId: string; agentId?: string }): Promise<Session | undefined>;
	/** Moves a session to another user or session id, with all that belongs to it, in one step. */
	rekey(
		from: SessionRef | string,
		to: { userId?: string; sessionId?: string },
		options?: RekeyOptions,
	): Promise<Session>;
	/** A new session with a copy of the past, up to and including an offset. Without a session id one is generated. */
	fork(ref: SessionRef | string, at: { offset: number }, to: NewSessionRef): Promise<Session>;
	/**
	 * Permanent. Deleting what is not there gives a receipt of zeros. The receipt names the facts that came from the session
	 * and stay, since they are the user's or the agent's; `forget` removes those that came from nothing else.
	 */
	delete(ref: SessionRef | string, options?: EraseOptions): Promise<ErasureReceipt>;
	/** JSON Lines, each with its line feed. */
	export(ref: SessionRef | string): AsyncIterable<string>;
	/**
	 * Stores what `export` gave, or conversations and facts of another system: messages of OpenAI (chat and Responses API),
	 * Anthropic and the AI SDK, JSON Lines of chats, and exports of mem0, LangGraph and Mastra. Each session is stored whole or
	 * not at all.
	 */
	import(source: ImportSource, options?: ImportOptions): Promise<ImportReport>;
	getMessages(ref: SessionRef | string, options?: MessageOptions): Promise<Message[]>;
}

/** As with import: loaded by those who use it. */
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
		rekey: async (from, to, options) => rekeySession(platform, from, to, options),
		fork: async (ref, at, to) => forkSession(platform, ref, at, to),
		delete: async (ref, options) =>
			eraseSession(platform, { name: await resolveName(platform, ref) }, options),
		export: (ref) => exportLines(platform, ref),
		import: async (source, options) => {
			// Formats and their schemas are loaded by those who import, not by everybody who starts.
			const { importSessions } = await import("./import-sessions.ts");
			return importSessions(platform, source, options);
		},
		getMessages: async (ref, options = {}) =>
			readMessages(platform, { name: await resolveName(platform, ref) }, options),
	};
}
