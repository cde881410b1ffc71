import { HoldfastError, parse } from "../../error/index.ts";
import { isObject, type JsonObject } from "../../event/index.ts";
import { DEFAULT_NETWORK_POLICY, type NetworkPolicy } from "../../network/index.ts";
import { parseExpression } from "../expression/index.ts";
import type { Tool, Toolset } from "../tool.ts";
import { connectMcp, type McpConnection } from "./mcp-connection.ts";
import { mcpToolNames } from "./mcp-names.ts";
import { isCommand, labelOf, type McpSpec, mcpSpec } from "./mcp-spec.ts";

/** A connection that is open or being opened. */
interface Held {
	readonly ready: Promise<McpConnection>;
	readonly giveUp: AbortController;
	/** Set when the connection is open. */
	connection?: McpConnection;
}

/**
 * The tools of an MCP server, through the official SDK (`npm install @modelcontextprotocol/sdk`). Connects
 * when the tools are first needed, and reconnects if the connection is lost.
 *
 * @example
 * ```ts
 * import { mcp } from "holdfast";
 *
 * const files = mcp({ command: "npx", args: ["-y", "@modelcontextprotocol/server-filesystem", "./shared"] });
 * const tickets = mcp({
 *   url: "https://tickets.example.com/mcp",
 *   headers: { authorization: "Bearer ${TICKETS_TOKEN}" },
 *   tools: ["search", "create"],
 *   prefix: "tickets_",
 * });
 * ```
 */
export function mcp(given: McpSpec): Toolset {
	const spec = parse(mcpSpec, given, "mcp");
	// A rule that cannot be parsed would refuse every call, without an explanation.
	if (spec.allow !== undefined) parseExpression(spec.allow, "mcp.allow");
	const label = labelOf(spec);
	/**
	 * The connections by network policy: a connection that one instance may open must not bypass the policy of
	 * another. A process is shared by all.
	 */
	const held = new Map<NetworkPolicy, Held>();
	let closes = 0;
	/** Connections that are still being closed. */
	const endings = new Set<Promise<void>>();

	function onEnding(ending: Promise<void>): void {
		endings.add(ending);
		void ending.finally(() => endings.delete(ending));
	}

	/** The connection. The first caller opens it. */
	function connect(network: NetworkPolicy): Promise<McpConnection> {
		const there = held.get(network);
		if (there && there.connection?.alive !== false) return there.ready;
		const giveUp = new AbortController();
		const mine: Held = { giveUp, ready: connectMcp(spec, { signal: giveUp.signal, network, onEnding }) };
		held.set(network, mine);
		mine.ready.then(
			(connection) => {
				mine.connection = connection;
			},
			() => {
				if (held.get(network) === mine) held.delete(network);
			},
		);
		return mine.ready;
	}

	async function listTools(network: NetworkPolicy): Promise<readonly Tool[]> {
		const before = closes;
		const connection = await connect(network);
		try {
			return toTools(await connection.list(), network);
		} catch (cause) {
			// After close(), nothing may be started again.
			if (closes !== before) {
				throw new HoldfastError(
					"unavailable",
					`MCP server ${label} was closed`,
					{ server: label },
					{ cause },
				);
			}
			// The connection was open but no longer responds correctly. A new one will, or explains why not.
			onEnding(connection.close());
			return toTools(await (await connect(network)).list(), network);
		}
	}

	function toTools(listed: Awaited<ReturnType<McpConnection["list"]>>, network: NetworkPolicy): Tool[] {
		const wanted = listed.filter(
			({ name, execution }) => (spec.tools?.includes(name) ?? true) && execution?.taskSupport !== "required",
		);
		const names = mcpToolNames(
			wanted.map(({ name }) => name),
			spec.prefix,
		);
		const unique = new Map(wanted.map((listedTool) => [listedTool.name, listedTool]));
		return [...unique.values()].map((listedTool): Tool => {
			const { name, title, description, inputSchema } = listedTool;
			const { $schema: _, ...schema } = inputSchema as JsonObject;
			return {
				name: names.get(name) as string,
				description: description || title || name,
				inputSchema: schema,
				...(spec.allow !== undefined && { allow: spec.allow }),
				...(spec.timeoutMs !== undefined && { timeoutMs: spec.timeoutMs }),
				check(value) {
					// The server checks the rest and reports problems: its schema may use features that Holdfast does
					// not know.
					if (isObject(value)) return value;
					throw new HoldfastError("invalid", "input: must be an object", { field: "input" });
				},
				async execute(input, { signal }) {
					// Not the connection that listed the tool: it may have been replaced.
					const connection = held.get(network)?.connection;
					if (!connection?.alive) {
						throw new Error(`the MCP server ${label} is not connected; the next run reconnects`);
					}
					return connection.call(name, input as Record<string, unknown>, signal);
				},
			};
		});
	}

	return {
		label,
		async tools(signal, network = DEFAULT_NETWORK_POLICY) {
			signal.throwIfAborted();
			const { promise, reject } = Promise.withResolvers<never>();
			const abort = (): void => reject(signal.reason);
			signal.addEventListener("abort", abort);
			try {
				// Others may be waiting for the same connection: only this caller stops waiting.
				const key = isCommand(spec) ? DEFAULT_NETWORK_POLICY : network;
				return await Promise.race([listTools(key), promise]);
			} finally {
				signal.removeEventListener("abort", abort);
			}
		},
		async close() {
			closes++;
			const all = [...held.values()];
			held.clear();
			for (const { giveUp } of all) giveUp.abort();
			const connections = await Promise.all(all.map(({ ready }) => ready.catch(() => undefined)));
			await Promise.all(connections.map((connection) => connection?.close()));
			await Promise.all(endings);
		},
	};
}
