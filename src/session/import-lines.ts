import { z } from "zod";
import { HoldfastError, parse } from "../error/index.ts";
import {
	agentId,
	dataSchema,
	type EventText,
	encodeEvent,
	eventId,
	type Json,
	jsonObject,
	jsonText,
	keyText,
	MAX_OFFSETS,
	moment,
	newEvent,
	type SessionUid,
	sessionId,
	sessionMode,
	userId,
	uuidV7,
} from "../event/index.ts";
import { deltaText, parseStoredMetadata, toWrites } from "../state/index.ts";
import type { LoadedEvent, LoadPlan } from "../store/ports/index.ts";
import { titleText } from "./change-session.ts";
import { EXPORT_FORMAT } from "./export-session.ts";

const offset = z.number().int().min(0).max(MAX_OFFSETS);

const headerSchema = z.object({
	type: z.literal("session"),
	format: z.literal(EXPORT_FORMAT, {
		error: `must be "${EXPORT_FORMAT}"; export with a matching version of Holdfast`,
	}),
	agentId,
	userId: userId.optional(),
	sessionId,
	mode: sessionMode,
	title: titleText.optional(),
	metadata: z.unknown(),
	state: jsonObject.default({}),
	base: offset,
	head: offset,
	lastRunId: keyText.optional(),
	createdAt: moment,
	updatedAt: moment,
	endedAt: moment.optional(),
});

const eventSchema = newEvent.extend({
	offset,
	id: eventId,
	at: moment,
	runId: keyText.optional(),
	erased: z.literal(true).optional(),
});

export type Header = z.output<typeof headerSchema>;

/** The parsed lines of one session, without name and policy. */
export type ParsedSession = Omit<LoadPlan, "name" | "onConflict" | "storedAt"> & { header: Header };

export function parseHeader(value: unknown, what: string): ParsedSession {
	const header = parse(headerSchema, value, what);
	const state = toWrites({ set: header.state as Record<string, Json> });
	return {
		header,
		uid: uuidV7() as SessionUid,
		mode: header.mode,
		title: header.title,
		metadata: parseStoredMetadata(header.metadata ?? {}, `${what}.metadata`),
		baseState: new Map(state.map(({ key, value }) => [key, value as string])),
		base: header.base,
		head: header.head,
		lastRunId: header.lastRunId,
		createdAt: header.createdAt,
		updatedAt: header.updatedAt,
		endedAt: header.endedAt,
		events: [],
	};
}

/** An erased event may not contain content: it would not be checked by kind, and not be shown as a message. */
function refuseContent({ data, metadata, stateDelta }: z.output<typeof eventSchema>, what: string): void {
	if (Object.keys(data).length === 0 && metadata === undefined && stateDelta === undefined) return;
	throw new HoldfastError(
		"invalid",
		`${what}: an erased event must have empty data, and no metadata or stateDelta`,
	);
}

export function parseEvent(value: unknown, what: string, expected: number, maxBytes: number): LoadedEvent {
	const event = parse(eventSchema, value, what);
	if (event.offset !== expected) {
		throw new HoldfastError(
			"invalid",
			`${what}: offset is ${event.offset}, expected ${expected}; the log must have no gap`,
		);
	}
	if (event.erased) refuseContent(event, what);
	else parse(dataSchema(event.kind), event.data, `${what}.data`);
	const writes = toWrites(event.stateDelta as Parameters<typeof toWrites>[0]);
	const stateDelta = deltaText(writes);
	const { id, kind, source, at, runId, metadata, erased } = event;
	const text: EventText = {
		id,
		kind,
		source,
		at: new Date(at).toISOString(),
		...(runId !== undefined && { runId }),
		data: jsonText((value as { data: unknown }).data, `${what}.data`),
		...(metadata && { metadata: jsonText(metadata, `${what}.metadata`) }),
		...(stateDelta !== undefined && { stateDelta }),
		...(erased && { erased }),
	};
	const body = encodeEvent(text);
	if (Buffer.byteLength(body) - Buffer.byteLength(stateDelta ?? "") > maxBytes) {
		throw new HoldfastError("limit_exceeded", `${what}: an event may have at most ${maxBytes} bytes`, {
			limit: maxBytes,
		});
	}
	return { offset: event.offset, kind, source, runId, body, writes };
}
