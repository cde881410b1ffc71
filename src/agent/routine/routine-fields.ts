import { z } from "zod";
import { isObject, type JsonObject } from "../../event/index.ts";
import type { LanguageModel } from "../../model/index.ts";
import { must, text, whole } from "../agent-fields.ts";
import type { ShapeDefinition } from "../value-shape.ts";

export const MAX_NODES = 200;
export const DEFAULT_ITERATIONS = 5;
/** Where a transition leads that ends the run. */
export const END = "end";
/** What a run was given, among the names that texts and conditions know. */
export const INPUT = "input";

/** Words of the expression language, and names that have a meaning already. */
const RESERVED: ReadonlySet<string> = new Set([
	...["and", "or", "not", "in", "true", "false", "null"],
	...["state", "variables", "__proto__", END, INPUT],
]);

const nodeId = () => {
	const said = must("1 to 64 letters, digits and _, not starting with a digit");
	return z
		.string(said)
		.regex(/^[A-Za-z_][A-Za-z0-9_]{0,63}$/, said)
		.refine((id) => !RESERVED.has(id), { error: "is a word with a meaning of its own; choose another name" })
		.describe("The name of the node. Its output is {{id.property}} in texts and id.property in conditions.");
};

const condition = () => text('a condition in quotes, e.g. classify.intent == "refund"');

const target = () => text("the id of a node, or end");

const base = () => ({
	id: nodeId(),
	when: condition()
		.describe(
			"The node is skipped unless this holds. Bare names are variables; state is state.x; nodes read their output.",
		)
		.optional(),
	next: z
		.union(
			[
				target(),
				z.array(
					z.strictObject({
						when: condition().describe("Taken if this holds. Without: always.").optional(),
						to: target().describe("The id of a node, or end."),
					}),
				),
			],
			must("the id of a node, end, or a list of { when, to }"),
		)
		.describe(
			"The id of the next node, end, or a list of { when, to }, of which the first that holds is taken. Default: the following node.",
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
		.describe("Where to go when it fails; its output is then { error }. Default: the run fails.")
		.optional();

const makeNodes = () => ({
	think: z.strictObject({
		...base(),
		think: prompt("what the model is asked").describe(
			"What the model is asked. It answers with an object, which is the node's output.",
		),
		output: z
			.custom<ShapeDefinition>((value) => isObject(value), must("an object, e.g. { intent: string }"))
			.describe(
				"What the object must look like, e.g. { intent: string, order: string? }, or a JSON Schema with type: object.",
			),
		model: z
			.custom<LanguageModel | string>(isModel, must("provider/model, or a model object of the AI SDK"))
			.describe("provider/model. Default: the agent's.")
			.optional(),
		result: z
			.boolean(must("true or false"))
			.describe("Its output is the run's object. Default: that of the think node that ran last.")
			.optional(),
	}),
	tool: z.strictObject({
		...base(),
		tool: text("the name of one of the agent's tools").describe("The name of one of the agent's tools."),
		input: z
			.custom<JsonObject>((value) => isObject(value), must("an object of inputs"))
			.describe("Its inputs. A {{node.property}} alone in a text keeps its type.")
			.optional(),
		onError: onError(),
	}),
	reply: z.strictObject({
		...base(),
		reply: prompt("what to say").describe("What is said to the user at once."),
	}),
	chat: z.strictObject({
		...base(),
		chat: z
			.union(
				[z.literal(true), prompt("text")],
				must("true, or what the model is told beside the conversation"),
			)
			.describe("The model answers. What it is told beside the conversation; true: nothing."),
	}),
	agent: z.strictObject({
		...base(),
		agent: text("the id of one of the agent's agents").describe("The id of one of the agent's agents."),
		input: prompt("what the agent is told").describe("What the agent is told."),
		onError: onError(),
	}),
});

let nodes: ReturnType<typeof makeNodes> | undefined;

/** The kinds of nodes, by the key that tells them apart. */
export function nodeFields(): ReturnType<typeof makeNodes> {
	nodes ??= makeNodes();
	return nodes;
}

export type NodeKind = keyof ReturnType<typeof makeNodes>;

const makeRoutine = <T extends z.ZodType>(node: T) =>
	z.strictObject(
		{
			start: text("the id of a node").describe("The node to begin with. Default: the first.").optional(),
			maxIterations: whole(1, 100)
				.describe(`How many times any one node may run in one run. Default ${DEFAULT_ITERATIONS}.`)
				.optional(),
			nodes: z
				.array(node, must("a list of nodes"))
				.min(1, { error: "must have at least one node" })
				.max(MAX_NODES, { error: `must have at most ${MAX_NODES} nodes` })
				.describe("What is done, in this order where no next says otherwise."),
		},
		must("an object, e.g. { nodes: [ … ] }"),
	);

/** A routine, but for its nodes: each is checked by the schema of its own kind. */
export const routineFields = () => makeRoutine(z.unknown());

/** All of a routine in one schema, for editors. */
export const wholeRoutine = () => makeRoutine(z.union(Object.values(nodeFields())));
