export type { AppendOutcome, AppendUnit, Preconditions, SessionPatch } from "./append.ts";
export { checkLogSize, checkOffset } from "./check-offset.ts";
export type {
	DeliveryAdvance,
	DeliveryClaim,
	DeliveryKey,
	DeliveryListQuery,
	DeliveryOutcome,
	DeliveryPort,
	DeliveryRecord,
	DeliveryRedrive,
	DeliverySettlement,
	WaitingDeliveries,
} from "./delivery-port.ts";
export {
	AGENT_KINDS,
	CONTENT_KINDS,
	type DocumentDraft,
	type DocumentExpectation,
	type DocumentListQuery,
	type DocumentPort,
	type DocumentPut,
	type DocumentRecord,
	type DocumentRemoval,
} from "./document-port.ts";
export { addCounts, noCounts } from "./erasure-counts.ts";
export type { ErasureCounts, ErasurePort, ErasureScope } from "./erasure-port.ts";
export {
	agentSpace,
	FACT_STATUSES,
	type FactChange,
	type FactChanges,
	type FactDraft,
	type FactListQuery,
	type FactOutcome,
	type FactOwner,
	type FactPort,
	type FactPut,
	type FactRecord,
	type FactSource,
	type FactSourceQuery,
	type FactStatus,
	type FactsByStatus,
	type FactUnit,
	type IndexedFact,
	type NamedSource,
	type SpaceCount,
	spaceAgent,
	type WholeSpace,
} from "./fact-port.ts";
export type { Finding } from "./finding.ts";
export { firstNumber } from "./first-number.ts";
export { groupSpans, otherRuns } from "./group-spans.ts";
export type {
	EmbedderChange,
	EmbedderRecord,
	IndexPort,
	IndexSegment,
	MemberQuery,
	SegmentPut,
	SessionMember,
	SessionSegment,
} from "./index-port.ts";
export type { IndexMark, IndexOwner, IndexSpace, IndexTarget } from "./index-target.ts";
export {
	type EventQuery,
	type LogPage,
	type LogPort,
	type LogStretch,
	OPENING_CHARS,
	OPENING_EVENTS,
	type Opening,
	type PlacedEvent,
} from "./log-port.ts";
export { mergeDetails, type SessionDetails } from "./merge-details.ts";
export { type AppendPlan, MANY_NEW, planAppend, type SessionHead } from "./plan-append.ts";
export { type DeliveryFacts, planDeliveries, type RecordPlan, touchesRecord } from "./plan-deliveries.ts";
export {
	type ClosedRun,
	isOpen,
	planRun,
	type RunFacts,
	type RunPlan,
	type RunPlanning,
	type RunStanding,
} from "./plan-run.ts";
export type {
	AppendedJob,
	EventDraft,
	JobDraft,
	JobRecord,
	LoadedEvent,
	SessionName,
	SessionRecord,
	SessionSeed,
	SessionTarget,
	SpanRecord,
	StateRecord,
	StoredEvent,
	UserRecord,
} from "./records.ts";
export {
	changedMeanwhile,
	factsExist,
	keyReused,
	noParent,
	noRun,
	noSession,
	noUser,
	runIs,
	sessionExists,
	sessionRuns,
	tooManySubscriptions,
	userExists,
} from "./refusals.ts";
export { mergeState, replayBodies, withoutUserKeys } from "./replay-state.ts";
export {
	RUN_STATUSES,
	type RunClosing,
	type RunEnding,
	type RunListQuery,
	type RunPort,
	type RunRecord,
	type RunSeed,
	type RunStatus,
	type RunWait,
	type RunWrite,
} from "./run-port.ts";
export { sessionName } from "./session-name.ts";
export type {
	AgentTotals,
	ForkPlan,
	LoadPlan,
	PruneLimits,
	PruneOutcome,
	RekeyFacts,
	RekeyPlan,
	SessionFilter,
	SessionListQuery,
	SessionPort,
	StateAsOf,
} from "./session-port.ts";
export { loadedSessionRecord, newSessionRecord } from "./session-record.ts";
export type { StatePort } from "./state-port.ts";
export { type Capabilities, SCANS, type Store } from "./store.ts";
export {
	MOST_SUBSCRIPTIONS,
	type SubscriptionListQuery,
	type SubscriptionPort,
	type SubscriptionRecord,
} from "./subscription-port.ts";
export {
	type FactLoadPlan,
	TRANSFER_KINDS,
	type TransferCursor,
	type TransferKey,
	type TransferKind,
	type TransferLoad,
	type TransferPage,
	type TransferPort,
	type TransferQuery,
	type TransferRow,
	type TransferValue,
} from "./transfer-port.ts";
export type { UserChange, UserMatchQuery, UserPort, UserRekeyPlan, UserUpdate } from "./user-port.ts";
export { changeUser, matchKey, matchKeys, mergeUsers } from "./user-records.ts";
export type {
	IndexCapabilities,
	IndexChange,
	IndexCounts,
	IndexEntry,
	IndexScope,
	Nearest,
	NearestQuery,
	VectorIndex,
} from "./vector-index.ts";
export type { IndexStatistics, WantedTerm, WordIndex } from "./word-index.ts";
export type {
	JobAddition,
	JobClaim,
	JobOutcome,
	JobQuery,
	JobRenewal,
	JobSettlement,
	WaitingWork,
	WorkPort,
} from "./work-port.ts";
