export type { AppendOptions } from "./append-events.ts";
export { withChanges } from "./change-session.ts";
export { decodeCursor, encodeCursor } from "./cursor.ts";
export { forgetFacts } from "./derived-facts.ts";
export {
	type EraseOptions,
	type ErasureReceipt,
	eraseScope,
	eraseSession,
	receipt,
} from "./erase.ts";
export { countFacts } from "./erase-indexed.ts";
export type { FollowOptions } from "./follow-events.ts";
export { closedError, Gate } from "./gate.ts";
export { holdSession } from "./hold-session.ts";
export type { ImportOptions, ImportReport, ImportSource } from "./import-sessions.ts";
export type { SessionListOptions } from "./list-sessions.ts";
export type {
	FactEvent,
	Hit,
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
export { DEFAULT_RETENTION_DAYS, type Platform, type RetentionDays } from "./platform.ts";
export type { MessageOptions, ReadOptions } from "./read-events.ts";
export type { SweepReport } from "./retention.ts";
export type { SessionView } from "./rewind.ts";
export type { Page, Session } from "./session.ts";
export { createSessionHandle, type NewMessage, type SessionHandle } from "./session-handle.ts";
export {
	type NewSessionRef,
	nameOf,
	refOf,
	resolveName,
	type SessionRef,
	withSessionId,
} from "./session-ref.ts";
export { createSessions, type Sessions } from "./sessions.ts";
export { type SeedParts, writeExisting, writeSession } from "./write-session.ts";
