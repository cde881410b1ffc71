export {
	type AgentDefinition,
	defineAgent,
	type HttpToolSpec,
	httpTool,
	type McpSpec,
	type MemorySettings,
	type ModelSettings,
	mcp,
	type SubAgent,
	type Tool,
	type ToolContext,
	type ToolDefinition,
	type Toolset,
	tool,
} from "./agent/index.ts";
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
export { type Holdfast, type HoldfastOptions, holdfast } from "./holdfast.ts";
export type { LanguageModel, Usage } from "./model/index.ts";
export type {
	AppendOptions,
	ErasureReceipt,
	FollowOptions,
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
	Session,
	SessionHandle,
	SessionInit,
	SessionListOptions,
	SessionRef,
	Sessions,
	SessionView,
	SweepReport,
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
} from "./turn/index.ts";
export type { User, UserInit, Users } from "./user/index.ts";
