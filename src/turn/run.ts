import {
	decodeEvent,
	type Event,
	type EventOf,
	type JsonObject,
	type MessageContent,
	textOf,
} from "../event/index.ts";
import type { Usage } from "../model/index.ts";
import type { Platform } from "../session/index.ts";
import type { RunRecord, RunStatus } from "../store/ports/index.ts";
import { type Recalled, recalledOf } from "./context/recalled.ts";
import { type Handover, toHandover } from "./handover.ts";

/** A run. Its texts are read from the log: a text that was erased there is missing here too. */
export interface Run {
	/** Id of the run. */
	id: string;
	/** The agent that ran. */
	agentId: string;
	/** The session of the run. */
	sessionId: string;
	/** The user of the session. */
	userId?: string;
	/** The status of the run. */
	status: RunStatus;
	/** The user's message. */
	input?: MessageContent;
	/** The final text. If the run was cut short, the part that exists. */
	output?: string;
	/** Tokens that the run used. */
	usage?: Usage;
	/** Why the run failed. */
	error?: { code: string; message: string };
	/** The run that called this one. */
	parentRunId?: string;
	/** The run at the top of the tree; the run itself if no other run started it. */
	rootRunId: string;
	/** The model, as `provider/model`. */
	model?: string;
	/**
	 * The facts, excerpts and messages that went into the prompt, those that did not and why, and the tokens
	 * of each part.
	 */
	recalled?: Recalled;
	/** Set if a human had, or took over, the conversation. */
	mode?: "manual";
	/** Why a human took over during this run, and who decided it. */
	handover?: Handover;
	/** When the run was created, as an ISO 8601 timestamp. */
	createdAt: string;
	/** When the run got its turn, as an ISO 8601 timestamp. */
	startedAt?: string;
	/** When the run ended, as an ISO 8601 timestamp. */
	endedAt?: string;
}

const iso = (ms: number): string => new Date(ms).toISOString();

async function eventAt(
	platform: Platform,
	run: RunRecord,
	offset: number | undefined,
): Promise<Event | undefined> {
	if (offset === undefined) return undefined;
	const query = { after: offset - 1, before: offset + 1, limit: 1 };
	const page = await platform.store.log.read({ uid: run.uid, tenant: run.tenant }, query);
	const [stored] = page?.events ?? [];
	return stored && unlessErased(decodeEvent(stored.offset, stored.body));
}

const unlessErased = (event: Event): Event | undefined => (event.erased ? undefined : event);

const contentOf = (event: Event | undefined): MessageContent | undefined =>
	(event as EventOf<"message"> | undefined)?.data.content;

/** The offsets of the final text: logged with the end of the run, or before it. */
function outputOffsetsOf({ inputOffset, outputOffset, detail }: RunRecord): number[] {
	const behind = [detail.outputBehindInput].flat().filter((count) => typeof count === "number");
	if (outputOffset !== undefined) return [outputOffset];
	return inputOffset === undefined ? [] : behind.map((count) => inputOffset + count);
}

async function outputOf(platform: Platform, record: RunRecord): Promise<string | undefined> {
	const offsets = outputOffsetsOf(record);
	const events = await Promise.all(offsets.map((offset) => eventAt(platform, record, offset)));
	const texts = events.map(contentOf).filter((content) => content !== undefined);
	return texts.length === 0 ? undefined : texts.map((content) => textOf(content)).join("\n\n");
}

async function handoverOf(platform: Platform, record: RunRecord): Promise<Handover | undefined> {
	const { inputOffset, detail } = record;
	const behind = detail.handoverBehindInput;
	if (inputOffset === undefined || typeof behind !== "number") return undefined;
	const event = await eventAt(platform, record, inputOffset + behind);
	return event?.kind === "mode" ? toHandover(event) : undefined;
}

export async function toRun(platform: Platform, record: RunRecord): Promise<Run> {
	const { detail } = record;
	const [input, output, handover] = await Promise.all([
		record.queued === undefined
			? eventAt(platform, record, record.inputOffset).then(contentOf)
			: contentOf(unlessErased(decodeEvent(0, record.queued))),
		outputOf(platform, record),
		handoverOf(platform, record),
	]);
	return {
		id: record.id,
		agentId: record.agentId,
		sessionId: record.sessionId,
		...(record.userId !== undefined && { userId: record.userId }),
		status: record.status,
		...(input !== undefined && { input }),
		...(output !== undefined && { output }),
		...(record.usage && { usage: record.usage as unknown as Usage }),
		...(record.error && { error: record.error as { code: string; message: string } }),
		...(record.parentId !== undefined && { parentRunId: record.parentId }),
		rootRunId: record.rootId,
		...(typeof detail.model === "string" && { model: detail.model }),
		...(detail.recalled !== undefined && { recalled: recalledOf(detail.recalled as JsonObject) }),
		...(detail.mode === "manual" && { mode: "manual" as const }),
		...(handover && { handover }),
		createdAt: iso(record.createdAt),
		...(record.startedAt !== undefined && { startedAt: iso(record.startedAt) }),
		...(record.endedAt !== undefined && { endedAt: iso(record.endedAt) }),
	};
}
