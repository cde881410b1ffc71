export {
	type Agent,
	type AgentMemory,
	agentToolName,
	type CallableAgent,
	MAX_REPLIES,
	MAX_STEPS,
	REPLY_TOOL,
	RUN_TIMEOUT_MS,
} from "./agent.ts";
export { AgentFolder, type AgentFolderOptions } from "./agent-folder.ts";
export {
	type AgentRegistry,
	type AgentSource,
	agentRegistry,
	closeToolsets,
	listedAgents,
} from "./agent-registry.ts";
export { defineAgent, isToolOrToolset, toAgent } from "./define-agent.ts";
export type { AgentDefinition, MemorySettings, ModelSettings, SubAgent } from "./definition.ts";
export {
	type Expression,
	evaluate,
	holds,
	parseExpression,
	RULE_ROOTS,
	ruleScope,
	type Scope,
	VARIABLES,
} from "./expression/index.ts";
export { type ManifestIssue, readAgentsFolder, readManifest } from "./manifest/index.ts";
export {
	type MemoryOverride,
	memoryNow,
	parseMemorySettings,
	readMemoryOverride,
	readMemoryOverrides,
	removeMemoryOverride,
	writeMemoryOverride,
} from "./memory-override.ts";
export { isMemoryTool, type MemoryToolName, memoryToolsOf } from "./memory-tool-names.ts";
export { openAgents } from "./open-agents.ts";
export { checkRecall, type RecallStrategy, recallStrategies } from "./recall-strategies.ts";
export {
	type AgentNode,
	type AgentStep,
	type ChatNode,
	type ChatStep,
	type CheckedRoutine,
	type CheckedTransition,
	fillJson,
	fillText,
	INPUT,
	type ReplyNode,
	type ReplyStep,
	type Routine,
	type RoutineNode,
	type Step,
	type TemplateScope,
	type ThinkNode,
	type ThinkStep,
	type ToolNode,
	type ToolStep,
	type Transition,
} from "./routine/index.ts";
export { fillTemplate, type TemplateKey, templateKeys } from "./template.ts";
export { DEFAULT_MEMORY, toMemory } from "./to-memory.ts";
export {
	isToolset,
	type Tool,
	type ToolContext,
	type ToolDefinition,
	type Toolset,
	tool,
	toolName,
} from "./tool.ts";
export { toolRule } from "./tool-rule.ts";
export { type HttpToolSpec, httpTool, type McpSpec, mcp } from "./tools/index.ts";
export type { Shape, ShapeDefinition } from "./value-shape.ts";
