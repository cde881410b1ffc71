export type { ImportWarning } from "../event/formats/import-warnings.ts";
export type { ImportFormat } from "../event/formats/recognise-format.ts";
export type { AppendOptions } from "./append-events.ts";
export { CONSOLIDATE } from "./change-session.ts";
export { CONSOLIDATION, consolidationId, type SessionConsolidation } from "./consolidations.ts";
export { decodeCursor, encodeCursor, type PageOptions, pageOf, pageOptions } from "./cursor.ts";
export { forgetFacts } from "./derived-facts.ts";
export { causeCode } from "./end-session.ts";
export {
	type EraseOptions,
	type ErasureReceipt,
	eraseScope,
	eraseSession,
	receipt,
} from "./erase.ts";
export { countFacts } from "./erase-indexed.ts";
export { exportSession } from "./export-session.ts";
export type { FollowOptions } from "./follow-events.ts";
export { closedError, Gate } from "./gate.ts";
export { type ParsedSession, parseEvent, parseHeader } from "./import-lines.ts";
export type { ImportReport } from "./import-report.ts";
export type { ImportOptions, ImportSource } from "./import-sessions.ts";
export type { SessionListOptions } from "./list-sessions.ts";
export type {
	FactEvent,
	Hit,
	JobFailure,
	MemoryDoor,
	ScoreParts,
	SearchFilter,
	SearchKind,
	SearchOptions,
	SearchResult,
	WriteOptions,
} from "./memory-door.ts";
export { type RekeyOptions, rekeyOptions, rekeyPlan } from "./move-sessions.ts";
export type { SessionInit } from "./open-session.ts";
export {
	DEFAULT_RETENTION_DAYS,
	describeRetention,
	type Platform,
	type Retention,
	type RetentionDays,
} from "./platform.ts";
export type { MessageOptions, ReadOptions } from "./read-events.ts";
export type { SweepOptions, SweepReport } from "./retention.ts";
export type { SessionView } from "./rewind.ts";
export type { Page, Session } from "./session.ts";
export { createSessionHandle, holdSession, type NewMessage, type SessionHandle } from "./session-handle.ts";
export {
	type NewSessionRef,
	nameOf,
	refOf,
	resolveName,
	type SessionRef,
	withSessionId,
} from "./session-ref.ts";
export { createSessions, type Sessions } from "./sessions.ts";
export { type SessionSubscription, webhookUrl } from "./subscribe-session.ts";
export type { SessionPatch } from "./update-session.ts";
export { type SeedParts, writeExisting, writeSession } from "./write-session.ts";
