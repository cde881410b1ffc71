import { fileURLToPath } from "node:url";
import type { McpCommandSpec } from "../../src/agent/tools/index.ts";
import { type UsedToolset, useToolset } from "./use-toolset.ts";

export const child = (name: string): string =>
	fileURLToPath(new URL(`./children/${name}.ts`, import.meta.url));
/** The server of children/mcp-server.ts, with words that choose how it behaves. */
export const start = (words: string[] = [], more: Partial<McpCommandSpec> = {}): UsedToolset =>
	useToolset({
		command: process.execPath,
		args: [child("mcp-server"), ...words],
		connectTimeoutMs: 60_000,
		...more,
	});
