export type { About } from "./about.ts";
export type { KeyInfo, Keys, NewKey, Tokens } from "./access/access.ts";
export {
	type AgentDefinition,
	type AgentNode,
	type ChatNode,
	defineAgent,
	type HttpToolSpec,
	httpTool,
	type McpSpec,
	type MemorySettings,
	type ModelSettings,
	mcp,
	type ReplyNode,
	type Routine,
	type RoutineNode,
	type ShapeDefinition,
	type SubAgent,
	type ThinkNode,
	type Tool,
	type ToolContext,
	type ToolDefinition,
	type ToolNode,
	type Toolset,
	type Transition,
	tool,
} from "./agent/index.ts";
export { loadConfig } from "./config/index.ts";
export type { DoctorReport } from "./doctor.ts";
export { ERROR_CODES, type ErrorCode, HoldfastError } from "./error/index.ts";
export {
	EVENT_KINDS,
	EVENT_SOURCES,
	type Event,
	type EventData,
	type EventKind,
	type EventOf,
	type EventSource,
	type Json,
	type JsonObject,
	type Message,
	type MessageContent,
	type MessagePart,
	type NewEvent,
	type Role,
	type SessionMode,
	type StateDelta,
	type ToolCall,
} from "./event/index.ts";
export { holdfast } from "./holdfast.ts";
export type { Holdfast, HoldfastOptions } from "./interface.ts";
export type { Job, Jobs } from "./job/index.ts";
export type {
	Extraction,
	Extractor,
	Fact,
	FactHistoryEntry,
	FactListOptions,
	FactPatch,
	Line,
	Memory,
	MemoryScope,
	NewFact,
	RebuildOptions,
	RebuildReport,
	Spaces,
} from "./memory/index.ts";
export type { EmbeddingModel, LanguageModel, Usage } from "./model/index.ts";
export type { AgentOverview } from "./overview.ts";
export type {
	AppendOptions,
	EraseOptions,
	ErasureReceipt,
	FactEvent,
	FollowOptions,
	Hit,
	ImportOptions,
	ImportReport,
	ImportSource,
	MessageOptions,
	NewMessage,
	NewSessionRef,
	Page,
	ReadOptions,
	RekeyOptions,
	RetentionDays,
	ScoreParts,
	SearchFilter,
	SearchKind,
	SearchOptions,
	SearchResult,
	Session,
	SessionHandle,
	SessionInit,
	SessionListOptions,
	SessionRef,
	Sessions,
	SessionView,
	SweepReport,
	WriteOptions,
} from "./session/index.ts";
export type { Patch } from "./state/index.ts";
export { memoryStore } from "./store/memory/index.ts";
export type * from "./store/ports/index.ts";
export type { Span } from "./trace/index.ts";
export type {
	AgentInfo,
	Agents,
	DropReason,
	MemoryOverrides,
	OnBusy,
	PassedOver,
	PassedOverReason,
	PromptTokens,
	Recalled,
	Run,
	RunEvent,
	RunInput,
	RunListOptions,
	RunResult,
	RunStream,
	Runs,
	StreamInput,
	TriggerInput,
	TriggerResult,
} from "./turn/index.ts";
export type { User, UserInit, Users } from "./user/index.ts";
export type { Delivery, DeliveryListOptions, Webhooks } from "./webhook/webhooks.ts";
