import { z } from "zod";
import { HoldfastError, parse } from "../error/index.ts";
import type { Json, JsonObject } from "../event/index.ts";
import type { Memory } from "../memory/index.ts";
import type { NetworkPolicy } from "../network/index.ts";
import type { SessionHandle } from "../session/index.ts";
import { milliseconds, rule } from "./agent-fields.ts";
import { isZod, isZod3, ZOD_4_NEEDED } from "./is-zod.ts";

/** What a tool can see and do while it runs. */
export interface ToolContext {
	/** The conversation. Its writes are apart from the run: they stay when the run fails. Never creates it anew. */
	readonly session: SessionHandle;
	/** The agent's memory of this run's user: what was learned before, and what shall be known later. */
	readonly memory: Memory;
	readonly agentId: string;
	readonly userId: string | undefined;
	readonly runId: string;
	/** The run's view of state. What is set here commits with the tool's result, or not at all. */
	readonly state: {
		get(key: string): Json | undefined;
		set(key: string, value: Json): void;
		remove(key: string): void;
	};
	/** The user's variables as they were when the run began. */
	readonly variables: Readonly<Record<string, Json>>;
	/** Aborted when the run is cancelled or replaced, or the tool's time is up. */
	readonly signal: AbortSignal;
	/**
	 * Hands the conversation to a human: the run stops after this step. The reason is for the log and for your application;
	 * `say` is what the user is told. It is logged as the agent's message and becomes the run's output, after what the model
	 * said in the same step.
	 */
	handover(reason: string, options?: { say?: string | undefined }): void;
}

/** Something the model can call. */
export interface Tool {
	readonly name: string;
	readonly description: string;
	/** JSON Schema of the input; an object schema. */
	readonly inputSchema: JsonObject;
	/** An access rule; when it does not hold the call is refused, whatever the model says. */
	readonly allow?: string | undefined;
	/** Default 60,000. */
	readonly timeoutMs?: number | undefined;
	/** The input checked; throws `invalid` with what is wrong, which the model is told. */
	check(input: unknown): unknown;
	/** What it returns must be JSON; what it throws the model is told. */
	execute(input: unknown, context: ToolContext): unknown;
}

/** Tools that come from somewhere else and have to be asked for first, e.g. an MCP server. */
export interface Toolset {
	readonly label: string;
	/**
	 * Connects where needed, and tells what there is. Called before each run; must be quick when connected. `network`: what
	 * the instance's requests may reach.
	 */
	tools(signal: AbortSignal, network?: NetworkPolicy): Promise<readonly Tool[]>;
	close(): Promise<void>;
}

export const isToolset = (value: Tool | Toolset): value is Toolset => "tools" in value;

export const toolName = z.string({ error: "must be a string" }).regex(/^[A-Za-z_][A-Za-z0-9_-]{0,63}$/, {
	error: "must be 1 to 64 letters, digits, _ and -, not starting with a digit",
});

const definition = z.strictObject({
	name: toolName,
	description: z.string({ error: "is required: the model reads it" }).min(1),
	input: z.custom<z.ZodType>(isZod, {
		error: ({ input }) =>
			isZod3(input) ? ZOD_4_NEEDED : "must be a zod schema, e.g. z.object({ id: z.string() })",
	}),
	allow: rule().optional(),
	timeoutMs: milliseconds().optional(),
	execute: z.custom<ToolDefinition<z.ZodType>["execute"]>((value) => typeof value === "function", {
		error: "must be a function (input, context)",
	}),
});

export interface ToolDefinition<S extends z.ZodType> {
	name: string;
	description: string;
	/** What the model must give. */
	input: S;
	/** An access rule, e.g. `role == "admin"`. */
	allow?: string | undefined;
	timeoutMs?: number | undefined;
	execute(input: z.output<S>, context: ToolContext): unknown;
}

/**
 * Defines a tool.
 *
 * @example
 * ```ts
 * import { tool } from "holdfast";
 * import { z } from "zod";
 *
 * const orderStatus = tool({
 *   name: "order_status",
 *   description: "Looks up where an order is.",
 *   input: z.object({ id: z.string() }),
 *   execute: async ({ id }, ctx) => {
 *     ctx.state.set("last_order", id);
 *     return { id, status: "shipped" };
 *   },
 * });
 * ```
 */
export function tool<S extends z.ZodType>(given: ToolDefinition<S>): Tool {
	const { name, description, input, allow, timeoutMs, execute } = parse(definition, given, "tool");
	let schema: JsonObject | undefined;
	return {
		name,
		description,
		get inputSchema() {
			schema ??= jsonSchemaOf(input, name);
			return schema;
		},
		...(allow !== undefined && { allow }),
		...(timeoutMs !== undefined && { timeoutMs }),
		check: (value) => parse(input, value, "input"),
		execute: (value, context) => execute(value, context),
	};
}

function jsonSchemaOf(input: z.ZodType, name: string): JsonObject {
	try {
		const { $schema: _, ...schema } = z.toJSONSchema(input, { io: "input" }) as JsonObject;
		if (schema.type === "object") return schema;
	} catch (cause) {
		throw new HoldfastError(
			"invalid",
			`tool ${name}: its input cannot be described as JSON Schema; use plain types`,
			{ tool: name },
			{ cause },
		);
	}
	throw new HoldfastError("invalid", `tool ${name}: input must be an object schema, e.g. z.object({})`, {
		tool: name,
	});
}
