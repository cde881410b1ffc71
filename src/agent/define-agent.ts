import { z } from "zod";
import { HoldfastError } from "../error/index.ts";
import { agentId, isObject } from "../event/index.ts";
import type { LanguageModel } from "../model/index.ts";
import {
	type Agent,
	agentToolName,
	type CallableAgent,
	MAX_REPLIES,
	MAX_STEPS,
	REPLY_TOOL,
	RUN_TIMEOUT_MS,
} from "./agent.ts";
import { agentFields, must, subAgentFields } from "./agent-fields.ts";
import type { AgentDefinition } from "./definition.ts";
import { fieldsError, parseFields } from "./describe-issues.ts";
import { type Expression, parseExpression } from "./expression/index.ts";
import { memoryToolsOf } from "./memory-tool-names.ts";
import { callableOf, checkRoutine } from "./routine/index.ts";
import { toMemory } from "./to-memory.ts";
import { isToolset, type Tool, type Toolset } from "./tool.ts";
import { toolRule } from "./tool-rule.ts";
import { type ShapeDefinition, toShape } from "./value-shape.ts";

const isModel = (value: unknown): boolean =>
	(typeof value === "string" && value !== "") ||
	(isObject(value) && [value.doGenerate, value.doStream].some((method) => typeof method === "function"));

/** Whether a value can be in an agent's `tools`: a tool or a toolset, from `tool()` or hand-written. */
export function isToolOrToolset(value: unknown): value is Tool | Toolset {
	if (!isObject(value)) return false;
	if (typeof value.tools === "function" && typeof value.close === "function") return true;
	const described = typeof value.name === "string" && typeof value.description === "string";
	return described && typeof value.check === "function" && typeof value.execute === "function";
}

const makeSchema = () =>
	z.strictObject(
		{
			...agentFields(),
			model: z
				.custom<LanguageModel | string>(isModel, must("provider/model, or a model object of the AI SDK"))
				.optional(),
			tools: z
				.array(
					z.custom<Tool | Toolset>(
						isToolOrToolset,
						must("a tool; create one with tool(), httpTool() or mcp()"),
					),
					must("a list of tools"),
				)
				.optional(),
			agents: z
				.array(
					z.union(
						[agentId, z.strictObject(subAgentFields())],
						must("the id of an agent, or { agent: id, … }"),
					),
					must("a list of agents"),
				)
				.optional(),
			routine: z.unknown().optional(),
			input: z.custom<ShapeDefinition>((value) => isObject(value), must("an object")).optional(),
		},
		must("an object, e.g. { id: 'support' }"),
	);

let schema: ReturnType<typeof makeSchema> | undefined;

/** The checked agents by definition, so that each definition is checked once. */
const agents = new WeakMap<AgentDefinition, Agent>();

/**
 * Defines an agent. Throws on any problem with the definition, instead of failing at the first run.
 *
 * @example
 * ```ts
 * import { defineAgent, tool } from "holdfast";
 * import { z } from "zod";
 *
 * const support = defineAgent({
 *   id: "support",
 *   model: "openai/gpt-5-mini",
 *   instructions: "You help customers. The customer's plan is {plan?}.",
 *   tools: [
 *     tool({
 *       name: "close_account",
 *       description: "Closes the account for good.",
 *       input: z.object({}),
 *       allow: 'role == "admin"',
 *       execute: () => "closed",
 *     }),
 *   ],
 * });
 * console.log(support.id);
 * ```
 */
export function defineAgent(given: AgentDefinition): AgentDefinition {
	return defineFrom(given, undefined);
}

/** Like `defineAgent`, for a definition from a file. */
export function defineFrom(given: AgentDefinition, file: string | undefined): AgentDefinition {
	const agent = toAgent(given, file);
	const definition = Object.freeze({ ...given });
	agents.set(definition, agent);
	return definition;
}

/** The agent of a definition, checked if it has not been yet. */
export function toAgent(given: AgentDefinition, file?: string): Agent {
	const known = isObject(given) ? agents.get(given) : undefined;
	if (known) return known;
	schema ??= makeSchema();
	const what = isObject(given) && typeof given.id === "string" ? `agent ${given.id}` : "agent";
	const checked = parseFields(schema, given, what);
	const tools: Tool[] = [];
	const toolsets: Toolset[] = [];
	for (const item of checked.tools ?? []) {
		if (isToolset(item)) {
			toolsets.push(item);
		} else {
			toolRule(item, `${what}: tool ${item.name}: allow`);
			tools.push(item);
		}
	}
	const callable = (checked.agents ?? []).map((item) => toCallable(item, what));
	const reply = toReply(checked.reply);
	const memory = toMemory(checked.memory);
	refuseDuplicates({ tools, agents: callable, reply, memory }, what);
	const routine = toRoutine(
		checked.routine,
		{ tools: [...tools, ...toolsets], agents: callable, memory },
		what,
	);
	const { id, description, model, settings = {}, instructions, outputKey } = checked;
	return {
		id,
		description,
		model,
		settings,
		instructions,
		memory,
		givenMemory: checked.memory,
		tools,
		toolsets,
		agents: callable,
		reply,
		allow: toRule(checked.allow, `${what}: allow`),
		outputKey,
		routine,
		input: toInput(checked.input, what),
		maxSteps: checked.maxSteps ?? MAX_STEPS,
		timeoutMs: checked.timeoutMs ?? RUN_TIMEOUT_MS,
		file,
	};
}

const toRule = (text: string | undefined, what: string): Expression | undefined =>
	text === undefined ? undefined : parseExpression(text, what);

function toReply(given: Agent["reply"] | boolean): Agent["reply"] {
	if (given === undefined || given === false) return undefined;
	return given === true ? { maxPerRun: MAX_REPLIES } : given;
}

function toRoutine(
	given: unknown,
	{ tools, agents, memory }: Pick<Agent, "agents" | "memory"> & { tools: readonly (Tool | Toolset)[] },
	what: string,
): Agent["routine"] {
	if (given === undefined) return undefined;
	const callable = callableOf(
		tools,
		agents.map(({ agent }) => agent),
		memoryToolsOf(memory),
	);
	const { problems, routine } = checkRoutine(given, callable);
	if (routine) return routine;
	throw fieldsError(
		problems.map(({ path, message }) => ({ path: ["routine", ...path], message })),
		what,
	);
}

function toInput(given: ShapeDefinition | undefined, what: string): Agent["input"] {
	if (given === undefined) return undefined;
	try {
		return toShape(given);
	} catch (error) {
		if (!HoldfastError.isInstance(error)) throw error;
		throw fieldsError([{ path: ["input"], message: error.message }], what);
	}
}

type Checked = NonNullable<z.output<ReturnType<typeof makeSchema>>["agents"]>[number];

function toCallable(given: Checked, what: string): CallableAgent {
	const { agent, description, allow, state, ids } = typeof given === "string" ? { agent: given } : given;
	return {
		agent,
		toolName: agentToolName(agent),
		description,
		allow: toRule(allow, `${what}: agents: ${agent}: allow`),
		state: state ?? "shared",
		ids: ids ?? "derived",
	};
}

/** Models identify tools by name only, so all names must be different. */
function refuseDuplicates(
	{ tools, agents, reply, memory }: Pick<Agent, "tools" | "agents" | "reply" | "memory">,
	what: string,
): void {
	const taken = new Map<string, string>(reply ? [[REPLY_TOOL, "the reply tool of Holdfast"]] : []);
	for (const name of memoryToolsOf(memory)) taken.set(name, `the ${name} tool of memory.tools`);
	const named = [
		...tools.map(({ name }) => ({ name, is: `tool ${name}` })),
		...agents.map(({ toolName, agent }) => ({ name: toolName, is: `sub-agent ${agent}` })),
	];
	for (const { name, is } of named) {
		const other = taken.get(name);
		if (other !== undefined) {
			const message = `${what}: ${is} and ${other} both have the name "${name}"; rename one`;
			throw new HoldfastError("invalid", message, { name });
		}
		taken.set(name, is);
	}
}
