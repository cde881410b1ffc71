import { z } from "zod";
import { isObject, type JsonObject } from "../../event/index.ts";
import type { LanguageModel } from "../../model/index.ts";
import { must, text, whole } from "../agent-fields.ts";
import type { ShapeDefinition } from "../value-shape.ts";

export const MAX_NODES = 200;
export const DEFAULT_ITERATIONS = 5;
/** The target of a transition that ends the run. */
export const END = "end";
/** The name of the run's input in texts and conditions. */
export const INPUT = "input";

/** Words of the expression language and names that already have a meaning. */
const RESERVED: ReadonlySet<string> = new Set([
	"and",
	"or",
	"not",
	"in",
	"true",
	"false",
	"null",
	"state",
	"variables",
	"__proto__",
	END,
	INPUT,
]);

const nodeId = () => {
	const said = must("1 to 64 letters, digits and _, not starting with a digit");
	return z
		.string(said)
		.regex(/^[A-Za-z_][A-Za-z0-9_]{0,63}$/, said)
		.refine((id) => !RESERVED.has(id), { error: "is a reserved word; choose another name" })
		.describe("The name of the node. Its output is {{id.property}} in texts and id.property in conditions.");
};

const condition = () => text('a condition in quotes, e.g. classify.intent == "refund"');

const target = () => text("the id of a node, or end");

const base = () => ({
	id: nodeId(),
	when: condition()
		.describe(
			"A condition. If it does not hold, the node is skipped. Names are variables of the user, state.x reads state, and the id of a node is its output.",
		)
		.optional(),
	next: z
		.union(
			[
				target(),
				z.array(
					z.strictObject({
						when: condition().describe("The condition for going there. Default: always.").optional(),
						to: target().describe("The id of a node, or end."),
					}),
				),
			],
			must("the id of a node, end, or a list of { when, to }"),
		)
		.describe(
			"The id of the next node, end, or a list of { when, to }. The first entry that holds is taken. Default: the next node of the list.",
		)
		.optional(),
});

const prompt = (be: string) =>
	text(be).refine((given) => given.trim() !== "", { error: "must not be empty" });

const isModel = (value: unknown): boolean =>
	(typeof value === "string" && value !== "") ||
	(isObject(value) && [value.doGenerate, value.doStream].some((method) => typeof method === "function"));

const onError = () =>
	target()
		.describe(
			"The id of the node to go to if this one fails. The output is then { error }. Default: the run fails.",
		)
		.optional();

const makeNodes = () => ({
	think: z.strictObject({
		...base(),
		think: prompt("the prompt for the model").describe(
			"The prompt. The model answers with an object, which is the node's output.",
		),
		output: z
			.custom<ShapeDefinition>((value) => isObject(value), must("an object, e.g. { intent: string }"))
			.describe(
				"The shape of the object, e.g. { intent: string, order: string? }, or a JSON Schema with type: object.",
			),
		model: z
			.custom<LanguageModel | string>(isModel, must("provider/model, or a model object of the AI SDK"))
			.describe("The model as provider/model. Default: the model of the agent.")
			.optional(),
		result: z
			.boolean(must("true or false"))
			.describe("Makes this output the run's object. Default: the output of the think node that ran last.")
			.optional(),
	}),
	tool: z.strictObject({
		...base(),
		tool: text("the name of one of the agent's tools").describe("The name of one of the agent's tools."),
		input: z
			.custom<JsonObject>((value) => isObject(value), must("an object of inputs"))
			.describe("The input of the tool. If a text is a single {{node.property}}, the value keeps its type.")
			.optional(),
		onError: onError(),
	}),
	reply: z.strictObject({
		...base(),
		reply: prompt("the message to the user").describe("A message that is sent to the user immediately."),
	}),
	chat: z.strictObject({
		...base(),
		chat: z
			.union([z.literal(true), prompt("text")], must("true, or additional instructions for the model"))
			.describe("Lets the model answer. Additional instructions for it, or true for none."),
	}),
	agent: z.strictObject({
		...base(),
		agent: text("the id of one of the agent's agents").describe("The id of one of the agent's agents."),
		input: prompt("the input of the agent").describe("The input of the agent."),
		onError: onError(),
	}),
});

let nodes: ReturnType<typeof makeNodes> | undefined;

/** The kinds of nodes, by the key that identifies them. */
export function nodeFields(): ReturnType<typeof makeNodes> {
	nodes ??= makeNodes();
	return nodes;
}

export type NodeKind = keyof ReturnType<typeof makeNodes>;

const makeRoutine = <T extends z.ZodType>(node: T) =>
	z.strictObject(
		{
			start: text("the id of a node")
				.describe("The id of the first node to run. Default: the first in the list.")
				.optional(),
			maxIterations: whole(1, 100)
				.describe(`How many times one node may run in one run. Default ${DEFAULT_ITERATIONS}.`)
				.optional(),
			nodes: z
				.array(node, must("a list of nodes"))
				.min(1, { error: "must have at least one node" })
				.max(MAX_NODES, { error: `must have at most ${MAX_NODES} nodes` })
				.describe("The nodes. Each is followed by the next in the list, unless its next says otherwise."),
		},
		must("an object, e.g. { nodes: [ … ] }"),
	);

/** The schema of a routine without its nodes. Each node is checked with the schema of its kind. */
export const routineFields = () => makeRoutine(z.unknown());

/** The whole routine in one schema, for editors. */
export const wholeRoutine = () => makeRoutine(z.union(Object.values(nodeFields())));
