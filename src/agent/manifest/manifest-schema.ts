import { z } from "zod";
import { agentId, isObject, type JsonObject } from "../../event/index.ts";
import { agentFields, milliseconds, must, rule, subAgentFields, text } from "../agent-fields.ts";
import { wholeRoutine } from "../routine/routine-fields.ts";
import { httpToolSpec } from "../tools/http-tool.ts";
import { mcpSpec } from "../tools/mcp-spec.ts";

const beside = () => ({
	allow: rule().optional(),
	timeoutMs: milliseconds().describe("How long one call may take. Default 60000.").optional(),
});

const makeEntries = () => ({
	http: z.strictObject({
		http: httpToolSpec.describe("A request that the model can make."),
		...beside(),
	}),
	mcp: z.strictObject({
		mcp: mcpSpec.describe("An MCP server: its tools become tools of the agent."),
		...beside(),
	}),
	agent: z.strictObject(subAgentFields()),
	code: z.strictObject({
		code: text("the path of a module, e.g. ./tools.ts").describe(
			"A module beside the manifest. Every tool and toolset it exports becomes a tool of the agent.",
		),
		...beside(),
	}),
});

let entries: ReturnType<typeof makeEntries> | undefined;

/** The sorts of entries in `tools`, by the key that tells them apart. */
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
				.literal(1, must("1: the version of the manifest's format"))
				.describe("The version of the manifest's format."),
			...agentFields(),
			model: text("provider/model, e.g. openai/gpt-5-mini")
				.min(1, { error: "must not be empty" })
				.describe("provider/model. Default: the one given to holdfast(), or the demo model.")
				.optional(),
			tools: z.array(entry, must("a list of tools")).describe("What the model can call.").optional(),
			agents: z
				.array(
					z.union(
						[agentId, z.strictObject(subAgentFields())],
						must("the id of an agent, or { agent: id, … }"),
					),
					must("a list of agents"),
				)
				.describe("Other agents that this one can call; the same as an entry `agent: id` in tools.")
				.optional(),
			routine: routine
				.describe("What the agent does, step by step, in place of one conversation with the model.")
				.optional(),
			input: z
				.custom<JsonObject>((value) => isObject(value), must("an object, e.g. { order: string }"))
				.describe(
					"What the input of a triggered run must look like, e.g. { order: string, count: number? }, or a JSON Schema with type: object.",
				)
				.optional(),
		},
		must("a map of keys, beginning with schema: 1"),
	);

const makeManifest = () => makeFields(z.unknown(), z.unknown());
let manifest: ReturnType<typeof makeManifest> | undefined;

/** A manifest, but for the entries of `tools` and the routine: each entry and node is checked by the schema of its sort. */
export function manifestFields(): ReturnType<typeof makeManifest> {
	manifest ??= makeManifest();
	return manifest;
}

/** All of a manifest in one schema, for editors. */
export const wholeManifest = () => makeFields(z.union(Object.values(toolEntries())), wholeRoutine());
