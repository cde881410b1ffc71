import { z } from "zod";
import { HoldfastError, parse } from "../error/index.ts";
import type { Json, JsonObject } from "../event/index.ts";
import type { Memory } from "../memory/index.ts";
import type { NetworkPolicy } from "../network/index.ts";
import type { SessionHandle } from "../session/index.ts";
import { milliseconds, rule } from "./agent-fields.ts";
import { isZod, isZod3, ZOD_4_NEEDED } from "./is-zod.ts";

/** What a tool can read and do while it runs. */
export interface ToolContext {
	/**
	 * The session of the run. Writes through it are independent of the run: they stay if the run fails. It
	 * never recreates a deleted session.
	 */
	readonly session: SessionHandle;
	/** The agent's memory of the run's user: search and read facts, and add new ones. */
	readonly memory: Memory;
	/** The id of the agent that called the tool. */
	readonly agentId: string;
	/** The id of the run's user, if it has one. */
	readonly userId: string | undefined;
	/** The id of the run. */
	readonly runId: string;
	/** The state as the run sees it. Changes are committed together with the tool's result, or not at all. */
	readonly state: {
		/** The value of a key, e.g. `plan` or `user:plan`; undefined if it has none. */
		get(key: string): Json | undefined;
		/** Sets a key. The value must be JSON. */
		set(key: string, value: Json): void;
		/** Removes a key. */
		remove(key: string): void;
	};
	/** The user's variables as they were when the run began. */
	readonly variables: Readonly<Record<string, Json>>;
	/** Aborted when the run is cancelled or replaced, or when the tool exceeds `timeoutMs`. */
	readonly signal: AbortSignal;
	/**
	 * Which private addresses the instance may reach. `httpTool` follows it. If you call a tool outside of a run
	 * and leave it out, the default applies: this machine may be reached, other private addresses may not.
	 */
	readonly network?: NetworkPolicy | undefined;
	/**
	 * Hands the session over to a human. The run stops after this step.
	 *
	 * @param reason For the log and for your application.
	 * @param options `say` is a message to the user. It is logged as the agent's message, after the text of the
	 * model in the same step, and becomes part of the run's output.
	 */
	handover(reason: string, options?: { say?: string | undefined }): void;
}

/** A function that the model can call. Create one with `tool()` or `httpTool()`. */
export interface Tool {
	/** The name that the model calls it by. */
	readonly name: string;
	/** What the tool does. The model reads it. */
	readonly description: string;
	/** The JSON Schema of the input. Its type must be `object`. */
	readonly inputSchema: JsonObject;
	/**
	 * An access rule, e.g. `role == "admin"`. If it does not hold, the call is refused, no matter what the
	 * model says.
	 */
	readonly allow?: string | undefined;
	/** The maximum duration of one call, in milliseconds. Default 60,000. */
	readonly timeoutMs?: number | undefined;
	/** Checks the input of a call and returns it. Throws `invalid`; the model sees the message. */
	check(input: unknown): unknown;
	/** Runs the tool. The result must be JSON. If it throws, the model sees the error message. */
	execute(input: unknown, context: ToolContext): unknown;
}

/** A source of tools that are only known at run time, e.g. an MCP server. */
export interface Toolset {
	/** The name of the toolset in messages. */
	readonly label: string;
	/**
	 * Connects if necessary and returns the tools. Called before each run; must be fast once connected.
	 * `network` says which addresses the instance may reach.
	 */
	tools(signal: AbortSignal, network?: NetworkPolicy): Promise<readonly Tool[]>;
	/** Ends the connection or process. */
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

/** What you pass to `tool()`. */
export interface ToolDefinition<S extends z.ZodType> {
	/** The name that the model calls it by: 1 to 64 letters, digits, `_` and `-`, not starting with a digit. */
	name: string;
	/** What the tool does. The model reads it. */
	description: string;
	/** The zod schema of the input. It must be an object schema. */
	input: S;
	/** An access rule, e.g. `role == "admin"`. If it does not hold, the call is refused. */
	allow?: string | undefined;
	/** The maximum duration of one call, in milliseconds. Default 60,000. */
	timeoutMs?: number | undefined;
	/** Runs the tool. Return JSON. If it throws, the model sees the error message. */
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
			`tool ${name}: input cannot be converted to JSON Schema; use plain types`,
			{ tool: name },
			{ cause },
		);
	}
	throw new HoldfastError("invalid", `tool ${name}: input must be an object schema, e.g. z.object({})`, {
		tool: name,
	});
}
