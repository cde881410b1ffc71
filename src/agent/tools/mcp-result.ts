import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";

/** How much of an error the model is shown. */
const SHOWN = 4_000;

type Content = CallToolResult["content"][number];

function textOf(part: Content): string | undefined {
	if (part.type === "text") return part.text;
	if (part.type === "resource" && "text" in part.resource) return part.resource.text;
	return undefined;
}

/** What stands for a part that is no text when there are others that are. */
function noteOf(part: Content): string {
	if (part.type === "resource_link") return `[${part.name}: ${part.uri}]`;
	const type =
		part.type === "resource" ? part.resource.mimeType : "mimeType" in part ? part.mimeType : undefined;
	return `[${part.type}${type ? ` ${type}` : ""}, not shown]`;
}

const joined = (content: readonly Content[]): string =>
	content.map((part) => textOf(part) ?? noteOf(part)).join("\n");

/** What the model is given: the structured result, or the text, or the parts as they came. */
export function readMcpResult(result: CallToolResult, name: string): unknown {
	const { content, structuredContent, isError } = result;
	if (isError) {
		const text = joined(content).trim();
		const shown = text.length > SHOWN ? `${text.slice(0, SHOWN).toWellFormed()}…` : text;
		throw new Error(shown || `${name} failed and did not say why`);
	}
	if (structuredContent !== undefined) return structuredContent;
	return content.some((part) => textOf(part) !== undefined) ? joined(content) : content;
}
