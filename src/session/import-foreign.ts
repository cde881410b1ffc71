import { HoldfastError } from "../error/index.ts";
import type { Conversation, OwnedFact } from "../event/formats/conversation.ts";
import { readForeign } from "../event/formats/read-foreign.ts";
import type { ForeignFormat } from "../event/formats/recognise-format.ts";
import type { Json, SessionUid } from "../event/index.ts";
import { uuidV7 } from "../event/index.ts";
import { parseStoredMetadata, toWrites } from "../state/index.ts";
import type { LoadPlan } from "../store/ports/index.ts";
import { draftEvents } from "./draft-events.ts";
import { importFacts, type PlacedFact } from "./import-facts.ts";
import type { ImportReport } from "./import-report.ts";
import type { Platform } from "./platform.ts";
import { nameOf, type SessionRef } from "./session-ref.ts";

/** Overrides where the export says it goes. */
export interface Target {
	/** The session, by its full name. */
	to: SessionRef | undefined;
	agentId: string | undefined;
	/** null: no user, whatever the export says. */
	userId: string | null | undefined;
	sessionId: string | undefined;
}

interface ForeignOptions extends Target {
	format: ForeignFormat | undefined;
	onConflict: LoadPlan["onConflict"];
	signal: AbortSignal | undefined;
	onProgress: ((progress: { done: number; of: number }) => void) | undefined;
}

/** The requested user, or the user in the export. */
const userOf = ({ userId }: Target, said: string | undefined): string | undefined =>
	userId === null ? undefined : (userId ?? said);

const noAgent = (what: string): HoldfastError =>
	new HoldfastError("invalid", `${what}: names no agent; set \`agentId\``);

function placeFact(target: Target, one: OwnedFact): PlacedFact {
	const agentId = target.to?.agentId ?? target.agentId ?? one.agentId;
	const userId = target.to ? target.to.userId : userOf(target, one.userId);
	if (agentId === undefined) throw noAgent(one.what);
	// A fact without a user is visible to all users, so the caller must ask for it explicitly.
	if (userId === undefined && one.agentId === undefined && target.userId !== null)
		throw new HoldfastError(
			"invalid",
			`${one.what}: has neither a user nor an agent; set \`userId\`, or \`userId: null\` to share the fact with all users`,
		);
	return { ...one, agentId, userId };
}

function refOf(target: Target, { what, ...said }: Conversation): SessionRef {
	if (target.to) return target.to;
	const agentId = target.agentId ?? said.agentId;
	const sessionId = target.sessionId ?? said.sessionId;
	const userId = userOf(target, said.userId);
	const isBare = said.sessionId === undefined && said.agentId === undefined;
	if (isBare && sessionId === undefined && (what === "messages" || what === "items"))
		throw new HoldfastError(
			"invalid",
			"messages do not name their session; set `agentId` and `sessionId`, or `to` with both",
		);
	if (agentId === undefined) throw noAgent(what);
	if (sessionId === undefined) throw new HoldfastError("invalid", `${what}: has no id; set \`sessionId\``);
	return { agentId, ...(userId !== undefined && { userId }), sessionId };
}

/** The checked plan for storing a conversation. */
function planOf(
	platform: Platform,
	conversation: Conversation,
	options: ForeignOptions,
): Omit<LoadPlan, "uid"> {
	const { what, title, metadata = {}, state = {}, events, createdAt, updatedAt } = conversation;
	const now = Date.now();
	const ms = (time: string | undefined): number => (time === undefined ? now : Date.parse(time));
	const begun = ms(createdAt ?? updatedAt);
	const limits = { ...platform.store.capabilities.limits, batchEvents: Number.POSITIVE_INFINITY };
	const drafts = events.length === 0 ? [] : draftEvents(events, { limits, now: begun });
	const writes = toWrites({ set: state as Record<string, Json> });
	return {
		name: nameOf(platform, refOf(options, conversation)),
		mode: "auto",
		title,
		metadata: parseStoredMetadata(metadata, `${what}.metadata`),
		baseState: new Map(writes.map(({ key, value }) => [key, value as string])),
		base: 0,
		head: drafts.length,
		lastRunId: undefined,
		endedAt: undefined,
		createdAt: begun,
		updatedAt: updatedAt === undefined ? begun : ms(updatedAt),
		events: drafts.map((draft, offset) => ({ ...draft, offset })),
		storedAt: now,
		onConflict: options.onConflict,
	};
}

/** The error with the position in the imported data. */
function inConversation(error: unknown, what: string): unknown {
	if (!HoldfastError.isInstance(error)) return error;
	const message = error.message.replace(/^events\[(\d+)\]/, (_, number) => `${what}, event ${number}`);
	return new HoldfastError(error.code, message, error.fields, { cause: error });
}

/**
 * Stores the export of another system: each conversation as a session, complete or not at all, then the facts.
 * Everything is checked before anything is stored.
 */
export async function importForeign(
	platform: Platform,
	value: unknown,
	options: ForeignOptions,
	report: ImportReport,
): Promise<void> {
	const { format, conversations, facts, warnings } = readForeign(value, options.format);
	report.format = format;
	if ((options.sessionId ?? options.to) !== undefined && conversations.length > 1)
		throw new HoldfastError(
			"invalid",
			`there are ${conversations.length} conversations; \`${options.to ? "to" : "sessionId"}\` accepts only one`,
		);
	const placedFacts = facts.map((one) => placeFact(options, one));
	const plans = conversations.map((conversation) => {
		try {
			return planOf(platform, conversation, options);
		} catch (error) {
			throw inConversation(error, conversation.what);
		}
	});
	report.warnings.push(...warnings);
	const of = plans.length + facts.length;
	let done = 0;
	const step = (count: number): void => {
		done += count;
		options.onProgress?.({ done, of });
		options.signal?.throwIfAborted();
	};
	for (const plan of plans) {
		const result = await platform.store.sessions.load({ ...plan, uid: uuidV7() as SessionUid });
		report[result] += 1;
		if (result !== "skipped") report.events += plan.events.length;
		step(1);
	}
	await importFacts(platform, placedFacts, (written) => {
		report.facts += written;
		step(written);
	});
}
