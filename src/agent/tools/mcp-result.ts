import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";

/** How many characters of an error the model sees. */
const SHOWN = 4_000;

type Content = CallToolResult["content"][number];

function textOf(part: Content): string | undefined {
	if (part.type === "text") return part.text;
	if (part.type === "resource" && "text" in part.resource) return part.resource.text;
	return undefined;
}

/** A placeholder for a part that is not text, if other parts are. */
function noteOf(part: Content): string {
	if (part.type === "resource_link") return `[${part.name}: ${part.uri}]`;
	const type =
		part.type === "resource" ? part.resource.mimeType : "mimeType" in part ? part.mimeType : undefined;
	return `[${part.type}${type ? ` ${type}` : ""}, not shown]`;
}

const joined = (content: readonly Content[]): string =>
	content.map((part) => textOf(part) ?? noteOf(part)).join("\n");

/** What the model gets: the structured result, or the text, or the parts unchanged. */
export function readMcpResult(result: CallToolResult, name: string): unknown {
	const { content, structuredContent, isError } = result;
	if (isError) {
		const text = joined(content).trim();
		const shown = text.length > SHOWN ? `${text.slice(0, SHOWN).toWellFormed()}…` : text;
		throw new Error(shown || `${name} failed without an error message`);
	}
	if (structuredContent !== undefined) return structuredContent;
	return content.some((part) => textOf(part) !== undefined) ? joined(content) : content;
}
