import type { LanguageModelV4FunctionTool } from "@ai-sdk/provider";
import type { JsonObject } from "../../event/index.ts";
import { fillInput, type JsonSchema } from "./fill-input.ts";
import type { Scene } from "./read-prompt.ts";
import { countShared, meaningfulWords, wordsOfName } from "./words.ts";

/** Words in tool names that say little about their purpose. */
const COMMON = new Set(
	[
		"get",
		"list",
		"find",
		"fetch",
		"look",
		"lookup",
		"search",
		"read",
		"show",
		"check",
		"set",
		"add",
		"create",
		"make",
		"send",
		"update",
		"delete",
		"remove",
		"run",
		"call",
		"tool",
		"agent",
		"user",
		"data",
	].flatMap((word) => [...meaningfulWords(word)]),
);

/** The runtime's own reply tool: the demo model answers only once. */
const NOT_FOR_DEMO: ReadonlySet<string> = new Set(["reply"]);

export interface ToolChoice {
	call?: { name: string; input: JsonObject };
	/** Why the best matching tool is not called. */
	missing?: string;
}

/** The tool that matches the user's request, if its input can be found in the text. */
export function chooseTool(scene: Scene, tools: readonly LanguageModelV4FunctionTool[]): ToolChoice {
	// One tool per turn: its result is the answer.
	if (scene.results.length > 0 || isAboutOneself(scene.input)) return {};
	const asked = meaningfulWords(scene.input);
	const fitting = tools
		.filter(({ name }) => !NOT_FOR_DEMO.has(name))
		.map((tool) => ({ tool, score: scoreOf(tool, asked) }))
		.filter(({ score }) => score >= 2)
		.sort((a, b) => b.score - a.score || (a.tool.name < b.tool.name ? -1 : 1));
	let missing: string | undefined;
	for (const { tool } of fitting) {
		const filled = fillInput(tool.inputSchema as JsonSchema, scene.input);
		if ("input" in filled) return { call: { name: tool.name, input: filled.input } };
		missing ??= `The tool ${tool.name} would fit; it needs ${filled.missing}, which is not in your message.`;
	}
	return missing ? { missing } : {};
}

/** "My order number is A-1" is something to remember, not something to do. */
function isAboutOneself(text: string): boolean {
	return /^(?:(?:hello|hi|hey)[,!. ]+)?(?:my [\p{L} ]+ (?:is|are)|i(?: am|['’]m| like| love| live| prefer| work| have)|call me|remember)\b[^?]*$/iu.test(
		text.trim(),
	);
}

/** Two points for a word of the name, one for a word of the description or a common word of the name. */
function scoreOf(tool: LanguageModelV4FunctionTool, asked: ReadonlySet<string>): number {
	const name = wordsOfName(tool.name);
	const rare = new Set([...name].filter((word) => !COMMON.has(word)));
	const common = new Set([...name].filter((word) => COMMON.has(word)));
	const described = new Set(
		[...meaningfulWords(tool.description ?? "")].filter((word) => !name.has(word) && !COMMON.has(word)),
	);
	const byName =
		rare.size > 0
			? countShared(asked, rare) * 2 + countShared(asked, common)
			: countShared(asked, common) * 2;
	const byDescription = countShared(asked, described);
	// In a long text, words of a description match by chance.
	if (byName < 2 && byDescription < asked.size * 0.4) return 0;
	// Of several tools that share a word with the text, the one whose whole name is in it.
	const whole = rare.size > 0 && countShared(asked, rare) === rare.size ? 0.5 : 0;
	return byName + byDescription + whole;
}
