export { type AgentInfo, type Agents, createAgents, type RunStream } from "./agents.ts";
export type { PromptTokens, Recalled } from "./context/build-context.ts";
export type { DropReason } from "./context/history-units.ts";
export { lazyRuns } from "./lazy-runs.ts";
export type { Run } from "./run.ts";
export type { MemoryOverrides, OnBusy, RunEvent, RunInput, RunResult, StreamInput } from "./run-input.ts";
export type { RunListOptions, Runs } from "./runs.ts";
export type { Runtime } from "./turn.ts";
