import { HoldfastError } from "../../error/index.ts";
import { isObject, type JsonObject } from "../../event/index.ts";
import { agentToolName, REPLY_TOOL } from "../agent.ts";
import { describeIssues, type FieldPath, type Problem } from "../describe-issues.ts";
import { type Expression, parseExpression, RULE_ROOTS } from "../expression/index.ts";
import { nearestWord } from "../nearest-word.ts";
import { isToolset, type Tool, type Toolset } from "../tool.ts";
import { toShape } from "../value-shape.ts";
import type { AgentNode, ChatNode, ReplyNode, RoutineNode, ThinkNode, ToolNode } from "./definition.ts";
import { parseJsonTemplate, textsOf } from "./json-template.ts";
import { refuseUnreachable } from "./reach-nodes.ts";
import type { CheckedRoutine, CheckedTransition, Step } from "./routine.ts";
import {
	DEFAULT_ITERATIONS,
	END,
	INPUT,
	type NodeKind,
	nodeFields,
	routineFields,
} from "./routine-fields.ts";
import { parseTemplate, referencesOf, type TextTemplate } from "./text-template.ts";

/** The tools and agents that a routine can call; undefined if not known yet. */
export interface Callable {
	readonly tools: readonly string[] | undefined;
	readonly agents: readonly string[] | undefined;
}

/** What an agent with these tools and agents can call. The tools of toolsets are not known before it runs. */
export function callableOf(
	tools: readonly (Tool | Toolset)[],
	agents: readonly string[],
	memoryTools: readonly string[],
): Callable {
	const names = [...tools.flatMap((item) => (isToolset(item) ? [] : [item.name])), ...memoryTools];
	return { tools: tools.some(isToolset) ? undefined : names, agents };
}

export type RoutineCheck =
	| { readonly problems: readonly Problem[]; readonly routine?: undefined }
	| { readonly problems: readonly []; readonly routine: CheckedRoutine };

/** Checks a routine: each node, and that the nodes fit together. Paths are relative to the routine. */
export function checkRoutine(value: unknown, callable: Callable): RoutineCheck {
	const schema = routineFields();
	const result = schema.safeParse(value);
	const given: unknown[] = isObject(value) && Array.isArray(value.nodes) ? value.nodes : [];
	const checked = given.map(checkNode);
	const problems: Problem[] = [
		...(result.success ? [] : describeIssues(schema, result.error.issues)),
		...checked.flatMap((node, i) => ("problems" in node ? under(["nodes", i], node.problems) : [])),
	];
	if (!result.success || problems.length > 0) return { problems };
	const nodes = checked.flatMap((node) => ("node" in node ? [node] : []));
	const { start, maxIterations = DEFAULT_ITERATIONS } = result.data;
	const graph = new Graph(
		nodes.map(({ node }) => node.id),
		callable,
	);
	const steps = new Map<string, Step>();
	for (const [i, { kind, node }] of nodes.entries()) {
		if (steps.has(node.id))
			graph.refuse(["nodes", i, "id"], `"${node.id}" appears twice; each node needs its own id`);
		const step = graph.step(kind, node, i);
		if (step) steps.set(node.id, step);
	}
	const first = start ?? nodes[0]?.node.id ?? "";
	graph.node(first, ["start"]);
	const results = nodes.flatMap(({ node }, i) => ("result" in node && node.result ? [i] : []));
	for (const i of results.slice(1)) graph.refuse(["nodes", i, "result"], "only one node can be the result");
	if (graph.problems.length === 0) refuseUnreachable(steps, first, graph.refuse);
	if (graph.problems.length > 0) return { problems: graph.problems };
	return { problems: [], routine: { start: first, maxIterations, steps } };
}

const under = (path: FieldPath, problems: readonly Problem[]): Problem[] =>
	problems.map((problem) => ({ ...problem, path: [...path, ...problem.path] }));

const KINDS = ["think", "tool", "reply", "chat", "agent"] as const satisfies readonly NodeKind[];
const EXACTLY_ONE = `must have exactly one of ${KINDS.join(", ")}`;

type CheckedNode = { readonly kind: NodeKind; readonly node: RoutineNode };

function checkNode(value: unknown): CheckedNode | { problems: Problem[] } {
	if (!isObject(value)) return { problems: [{ path: [], message: `${EXACTLY_ONE}, and an id` }] };
	const [kind, ...others] = KINDS.filter((key) => Object.hasOwn(value, key));
	if (kind === undefined || others.length > 0) return { problems: [{ path: [], message: EXACTLY_ONE }] };
	const schema = nodeFields()[kind];
	const result = schema.safeParse(value);
	if (!result.success) return { problems: describeIssues(schema, result.error.issues) };
	return { kind, node: result.data as RoutineNode };
}

/** The names that nodes may refer to, and the problems found. */
class Graph {
	readonly problems: Problem[] = [];
	readonly #ids: readonly string[];
	readonly #callable: Callable;

	constructor(ids: readonly string[], callable: Callable) {
		this.#ids = ids;
		this.#callable = callable;
	}

	readonly refuse = (path: FieldPath, message: string): void => {
		this.problems.push({ path, message });
	};

	/** Calls `make`; an error becomes a problem of this field. */
	#at<T>(path: FieldPath, make: () => T): T | undefined {
		try {
			return make();
		} catch (error) {
			if (!HoldfastError.isInstance(error)) throw error;
			this.refuse(path, error.message);
			return undefined;
		}
	}

	#named(path: FieldPath, name: string, known: readonly string[], what: string): void {
		if (known.includes(name)) return;
		const meant = nearestWord(name, known);
		const help = meant === undefined ? `defined: ${known.join(", ") || "none"}` : `did you mean ${meant}?`;
		this.refuse(path, `there is no ${what} "${name}"; ${help}`);
	}

	node(id: string, path: FieldPath): void {
		this.#named(path, id, this.#ids, "node");
	}

	#target(to: string, path: FieldPath): string | undefined {
		if (to === END) return undefined;
		this.node(to, path);
		return to;
	}

	#condition(text: string | undefined, what: string, path: FieldPath): Expression | undefined {
		if (text === undefined) return undefined;
		try {
			return parseExpression(text, what, RULE_ROOTS, [...this.#ids, INPUT]);
		} catch (error) {
			if (!HoldfastError.isInstance(error)) throw error;
			this.refuse(path, error.message.replace(`${what}: `, ""));
			return undefined;
		}
	}

	#known(templates: readonly TextTemplate[], path: FieldPath): void {
		for (const { name } of templates.flatMap(referencesOf)) {
			if (name !== INPUT) this.#named(path, name, this.#ids, "node");
		}
	}

	#text(text: string, path: FieldPath): TextTemplate {
		const template = this.#at(path, () => parseTemplate(text)) ?? [];
		this.#known([template], path);
		return template;
	}

	#transitions({ id, next }: RoutineNode, path: FieldPath): CheckedTransition[] {
		if (next === undefined) return [];
		const at = [...path, "next"];
		if (typeof next === "string") return [{ when: undefined, to: this.#target(next, at) }];
		return next.map(({ when, to }, i) => ({
			when: this.#condition(when, `node "${id}": next[${i}].when`, [...at, i, "when"]),
			to: this.#target(to, [...at, i, "to"]),
		}));
	}

	#onError(to: string | undefined, path: FieldPath): CheckedTransition | undefined {
		return to === undefined ? undefined : { when: undefined, to: this.#target(to, [...path, "onError"]) };
	}

	/** The checked node; undefined if it has problems. */
	step(kind: NodeKind, node: RoutineNode, i: number): Step | undefined {
		const path: FieldPath = ["nodes", i];
		const base = {
			id: node.id,
			when: this.#condition(node.when, `node "${node.id}": when`, [...path, "when"]),
			next: this.#transitions(node, path),
			following: this.#ids[i + 1],
		};
		switch (kind) {
			case "think": {
				const { think, output, model, result = false } = node as ThinkNode;
				this.#refuseToolName(node.id, [...path, "id"]);
				const prompt = this.#text(think, [...path, "think"]);
				const shape = this.#at([...path, "output"], () => toShape(output));
				return shape && { ...base, kind, prompt, output: shape, model, result };
			}
			case "tool": {
				const { tool, input = {}, onError } = node as ToolNode;
				if (this.#callable.tools) this.#named([...path, "tool"], tool, this.#callable.tools, "tool");
				const at = [...path, "input"];
				const template = this.#at(at, () => parseJsonTemplate(input as JsonObject));
				this.#known(template ? textsOf(template) : [], at);
				return template && { ...base, kind, tool, input: template, onError: this.#onError(onError, path) };
			}
			case "reply":
				return { ...base, kind, text: this.#text((node as ReplyNode).reply, [...path, "reply"]) };
			case "chat": {
				const { chat } = node as ChatNode;
				return { ...base, kind, prompt: chat === true ? undefined : this.#text(chat, [...path, "chat"]) };
			}
			case "agent": {
				const { agent, input, onError } = node as AgentNode;
				if (this.#callable.agents) this.#named([...path, "agent"], agent, this.#callable.agents, "sub-agent");
				const template = this.#text(input, [...path, "input"]);
				return { ...base, kind, agent, input: template, onError: this.#onError(onError, path) };
			}
		}
	}

	/**
	 * In the conversation, a think node appears as a call of its own name, which must not be the name of a
	 * tool.
	 */
	#refuseToolName(id: string, path: FieldPath): void {
		const { tools = [], agents = [] } = this.#callable;
		if (tools.includes(id) || agents.some((agent) => agentToolName(agent) === id) || id === REPLY_TOOL)
			this.refuse(path, `"${id}" is also the name of a tool; rename the node`);
	}
}
