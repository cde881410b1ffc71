import { z } from "zod";
import { agentId, isObject, type JsonObject } from "../../event/index.ts";
import { agentFields, milliseconds, must, rule, subAgentFields, text } from "../agent-fields.ts";
import { wholeRoutine } from "../routine/routine-fields.ts";
import { httpToolSpec } from "../tools/http-tool.ts";
import { mcpSpec } from "../tools/mcp-spec.ts";

const beside = () => ({
	allow: rule().optional(),
	timeoutMs: milliseconds()
		.describe("Maximum duration of one call, in milliseconds. Default 60000.")
		.optional(),
});

const makeEntries = () => ({
	http: z.strictObject({
		http: httpToolSpec.describe("An HTTP request that the model can make."),
		...beside(),
	}),
	mcp: z.strictObject({
		mcp: mcpSpec.describe("An MCP server. Its tools become tools of the agent."),
		...beside(),
	}),
	agent: z.strictObject(subAgentFields()),
	code: z.strictObject({
		code: text("the path of a module, e.g. ./tools.ts").describe(
			"The path of a module, relative to the manifest. The tools and toolsets that it exports become tools of the agent.",
		),
		...beside(),
	}),
});

let entries: ReturnType<typeof makeEntries> | undefined;

/** The kinds of entries in `tools`, by the key that identifies them. */
export function toolEntries(): ReturnType<typeof makeEntries> {
	entries ??= makeEntries();
	return entries;
}

export type ToolEntry =
	| z.output<ReturnType<typeof makeEntries>["http"]>
	| z.output<ReturnType<typeof makeEntries>["mcp"]>
	| z.output<ReturnType<typeof makeEntries>["agent"]>
	| z.output<ReturnType<typeof makeEntries>["code"]>;

const makeFields = <T extends z.ZodType, R extends z.ZodType>(entry: T, routine: R) =>
	z.strictObject(
		{
			schema: z
				.literal(1, must("1, the version of the manifest format"))
				.describe("The version of the manifest format."),
			...agentFields(),
			model: text("provider/model, e.g. openai/gpt-5-mini")
				.min(1, { error: "must not be empty" })
				.describe(
					"The model as provider/model. Default: the model of the server or of holdfast(), or else the demo model.",
				)
				.optional(),
			tools: z
				.array(entry, must("a list of tools"))
				.describe("The tools that the model can call.")
				.optional(),
			agents: z
				.array(
					z.union(
						[agentId, z.strictObject(subAgentFields())],
						must("the id of an agent, or { agent: id, … }"),
					),
					must("a list of agents"),
				)
				.describe(
					"Other agents that this one can call like tools. The same as an entry `agent: id` in tools.",
				)
				.optional(),
			routine: routine
				.describe("The nodes that the agent executes, instead of one conversation with the model.")
				.optional(),
			input: z
				.custom<JsonObject>((value) => isObject(value), must("an object, e.g. { order: string }"))
				.describe(
					"The shape that the input of a triggered run must have, e.g. { order: string, count: number? }, or a JSON Schema with type: object. Default: any object.",
				)
				.optional(),
		},
		must("a map of keys, beginning with schema: 1"),
	);

const makeManifest = () => makeFields(z.unknown(), z.unknown());
let manifest: ReturnType<typeof makeManifest> | undefined;

/**
 * The schema of a manifest without the entries of `tools` and the nodes of the routine. Each of those is
 * checked with the schema of its kind.
 */
export function manifestFields(): ReturnType<typeof makeManifest> {
	manifest ??= makeManifest();
	return manifest;
}

/** The whole manifest in one schema, for editors. */
export const wholeManifest = () => makeFields(z.union(Object.values(toolEntries())), wholeRoutine());
