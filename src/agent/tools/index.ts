export { type HttpToolSpec, httpTool, httpToolSpec } from "./http-tool.ts";
