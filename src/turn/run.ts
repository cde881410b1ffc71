import { decodeEvent, type EventOf, type JsonObject, type MessageContent, textOf } from "../event/index.ts";
import type { Usage } from "../model/index.ts";
import type { Platform } from "../session/index.ts";
import type { RunRecord, RunStatus } from "../store/ports/index.ts";
import { type Recalled, recalledOf } from "./context/recalled.ts";

/** A run as users see it. What was said comes from the log: what was erased there is not here either. */
export interface Run {
	id: string;
	agentId: string;
	sessionId: string;
	userId?: string;
	status: RunStatus;
	/** What the user said. */
	input?: MessageContent;
	/** The final text; for a run that was cut short, what there was of it. */
	output?: string;
	usage?: Usage;
	error?: { code: string; message: string };
	/** The run that asked for this one, and the one at the top of the tree. */
	parentRunId?: string;
	rootRunId: string;
	/** The model that was asked, as `provider/model`. */
	model?: string;
	/** What of the past entered the prompt, what did not and why, and what each part cost. */
	recalled?: Recalled;
	/** Set when a human had, or took, the conversation. */
	mode?: "manual";
	createdAt: string;
	startedAt?: string;
	endedAt?: string;
}

const iso = (ms: number): string => new Date(ms).toISOString();

async function messageAt(
	platform: Platform,
	run: RunRecord,
	offset: number | undefined,
): Promise<MessageContent | undefined> {
	if (offset === undefined) return undefined;
	const query = { after: offset - 1, before: offset + 1, limit: 1 };
	const page = await platform.store.log.read({ uid: run.uid, tenant: run.tenant }, query);
	const [stored] = page?.events ?? [];
	return stored && contentOf(stored.offset, stored.body);
}

function contentOf(offset: number, body: string): MessageContent | undefined {
	const event = decodeEvent(offset, body);
	return event.erased ? undefined : (event as EventOf<"message">).data.content;
}

/** Where the final text stands: with the run's end, or before it, where a routine had said it already. */
function outputOffsetOf({ inputOffset, outputOffset, detail }: RunRecord): number | undefined {
	const behind = detail.outputBehindInput;
	if (outputOffset !== undefined || inputOffset === undefined || typeof behind !== "number")
		return outputOffset;
	return inputOffset + behind;
}

export async function toRun(platform: Platform, record: RunRecord): Promise<Run> {
	const { detail } = record;
	const [input, output] = await Promise.all([
		record.queued === undefined
			? messageAt(platform, record, record.inputOffset)
			: contentOf(0, record.queued),
		messageAt(platform, record, outputOffsetOf(record)),
	]);
	return {
		id: record.id,
		agentId: record.agentId,
		sessionId: record.sessionId,
		...(record.userId !== undefined && { userId: record.userId }),
		status: record.status,
		...(input !== undefined && { input }),
		...(output !== undefined && { output: textOf(output) }),
		...(record.usage && { usage: record.usage as unknown as Usage }),
		...(record.error && { error: record.error as { code: string; message: string } }),
		...(record.parentId !== undefined && { parentRunId: record.parentId }),
		rootRunId: record.rootId,
		...(typeof detail.model === "string" && { model: detail.model }),
		...(detail.recalled !== undefined && { recalled: recalledOf(detail.recalled as JsonObject) }),
		...(detail.mode === "manual" && { mode: "manual" as const }),
		createdAt: iso(record.createdAt),
		...(record.startedAt !== undefined && { startedAt: iso(record.startedAt) }),
		...(record.endedAt !== undefined && { endedAt: iso(record.endedAt) }),
	};
}
