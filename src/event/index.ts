export { blankBody, decodeEvent, type EventText, encodeEvent, eventLine, toEvent } from "./encode.ts";
export {
	EVENT_KINDS,
	EVENT_SOURCES,
	type Event,
	type EventData,
	type EventKind,
	type EventOf,
	type EventSource,
	MAX_OFFSETS,
	type MessageContent,
	type NewEvent,
	ROLES,
	type Role,
	SESSION_MODES,
	type SessionChange,
	type SessionMode,
	type StateDelta,
} from "./event.ts";
export { eventFilters, kindsOf, matchesFilters } from "./event-filter.ts";
export {
	dataSchema,
	jsonObject,
	messageContent,
	moment,
	newEvent,
	role,
	sessionMode,
	stateDelta,
} from "./event-schema.ts";
export { factText, MAX_FACT_TEXT } from "./fact-text.ts";
export {
	type AgentId,
	agentId,
	type EventId,
	eventId,
	keyText,
	labelText,
	MAX_ID_LENGTH,
	type SessionId,
	type SessionUid,
	sessionId,
	sessionUid,
	type TenantId,
	tenantId,
	type UserId,
	userId,
} from "./ids.ts";
export { canonicalJson, isObject, type Json, type JsonObject, jsonText } from "./json.ts";
export {
	countsAsMessage,
	MESSAGE_KINDS,
	type Message,
	type ToolCall,
	textOf,
	toMessage,
	transcript,
} from "./message.ts";
export type {
	AnthropicSource,
	DataPart,
	DocumentPart,
	FilePart,
	ImagePart,
	ImageUrlPart,
	InputAudioPart,
	InputFilePart,
	InputImagePart,
	InputPart,
	InputTextPart,
	MessagePart,
	ReasoningPart,
	RefusalPart,
	TextPart,
} from "./message-part.ts";
export {
	INPUT_TYPES,
	isDataPart,
	type PlainFile,
	type PlainPart,
	type ReadPart,
	readPart,
} from "./read-part.ts";
export { uuidV7 } from "./uuid-v7.ts";
