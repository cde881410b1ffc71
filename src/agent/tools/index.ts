export { type HttpToolSpec, httpTool, httpToolSpec } from "./http-tool.ts";
export { type McpCommandSpec, type McpSpec, type McpUrlSpec, mcpSpec } from "./mcp-spec.ts";
export { mcp } from "./mcp-toolset.ts";
