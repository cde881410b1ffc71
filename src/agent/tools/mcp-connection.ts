import type { CallToolResult, Tool as McpTool } from "@modelcontextprotocol/sdk/types.js";
import { HoldfastError } from "../../error/index.ts";
import type { NetworkPolicy } from "../../network/index.ts";
import { loadMcpSdk, type McpSdk } from "./load-mcp-sdk.ts";
import { type McpLink, openLink } from "./mcp-link.ts";
import { readMcpResult } from "./mcp-result.ts";
import { labelOf, type McpSpec } from "./mcp-spec.ts";

/** The SDK cuts a call off after a minute unless told otherwise; the run has its own limit. As long as timers go. */
const NO_LIMIT = 2 ** 31 - 1;
const CONNECT_MS = 10_000;
/** How often a list that changes while it is read is read again. */
const LIST_TRIES = 3;

/** One connection to one server. Once it is dead it stays dead. */
export interface McpConnection {
	readonly alive: boolean;
	/** The server's tools; asks it only when they may have changed. Rejects when it cannot be asked. */
	list(signal?: AbortSignal): Promise<readonly McpTool[]>;
	call(name: string, input: Record<string, unknown>, signal: AbortSignal): Promise<unknown>;
	/** Ends it for certain. Never rejects. */
	close(): Promise<void>;
}

export interface ConnectOptions {
	/** What its requests may reach, if it is asked over HTTP. */
	network: NetworkPolicy;
	/** Gives up. */
	signal: AbortSignal;
	/** Told of work that goes on after a failure: ending what had been started. */
	onEnding(ending: Promise<void>): void;
}

const unavailable = (label: string, why: string, cause?: unknown): HoldfastError =>
	new HoldfastError(
		"unavailable",
		`MCP server ${label} cannot be used: ${why}`,
		{ server: label },
		{ cause },
	);

/** Connects and reads the list of tools; `unavailable` when that fails or takes too long. */
export async function connectMcp(spec: McpSpec, options: ConnectOptions): Promise<McpConnection> {
	const label = labelOf(spec);
	const limitMs = spec.connectTimeoutMs ?? CONNECT_MS;
	const sdk = await loadMcpSdk();
	const link = openOrExplain(sdk, spec, label, options.network);
	const limit = new AbortController();
	const timer = setTimeout(() => limit.abort(), limitMs);
	const signal = AbortSignal.any([limit.signal, options.signal]);
	try {
		const connection = await open(sdk, link, { label, limitMs, signal });
		await connection.list(signal);
		return connection;
	} catch (error) {
		// Told before it is ended: that may take a while, and what it said must be read first.
		const late = limit.signal.aborted ? new Error(`it did not answer within ${limitMs} ms`) : undefined;
		const why = link.explain(late ?? error);
		options.onEnding(link.close());
		throw unavailable(
			label,
			options.signal.aborted ? "it was closed while connecting" : why,
			withoutSecrets(error, link),
		);
	} finally {
		clearTimeout(timer);
	}
}

function openOrExplain(sdk: McpSdk, spec: McpSpec, label: string, network: NetworkPolicy): McpLink {
	try {
		return openLink(sdk, spec, network);
	} catch (error) {
		if (HoldfastError.isInstance(error)) throw unavailable(label, error.message, error);
		throw error;
	}
}

/** The error as a cause; one that shows a secret is replaced. */
function withoutSecrets(error: unknown, link: McpLink): unknown {
	const text = error instanceof Error ? error.message : String(error);
	const clean = link.clean(text);
	return clean === text ? error : new Error(clean);
}

interface OpenOptions {
	label: string;
	limitMs: number;
	/** Holds while connecting only. */
	signal: AbortSignal;
}

async function open(
	sdk: McpSdk,
	link: McpLink,
	{ label, limitMs, signal }: OpenOptions,
): Promise<McpConnection> {
	const client = new sdk.Client({ name: "holdfast", version: "1" });
	let connected = false;
	let alive = true;
	/** Ended by us. */
	let closed = false;
	/** Counts what makes a list that was read worthless. */
	let version = 0;
	let listed: { version: number; tools: Promise<readonly McpTool[]> } | undefined;
	let checking: Promise<void> | undefined;

	client.onclose = () => {
		alive = false;
	};
	client.setNotificationHandler(sdk.ToolListChangedNotificationSchema, () => {
		version++;
	});
	client.onerror = () => {
		if (!link.tellsItsEnd && connected && alive) checking ??= check();
	};
	await client.connect(link.transport, { signal, timeout: NO_LIMIT });
	connected = true;

	/** Whether the server is still there and knows us. Calls under way would wait for ever otherwise. */
	async function check(): Promise<void> {
		// Its own failure is an error too: that one must find it under way.
		await Promise.resolve();
		try {
			await client.ping({ timeout: limitMs });
		} catch (error) {
			const code = error instanceof sdk.McpError ? error.code : undefined;
			if (code === undefined || code === sdk.ErrorCode.ConnectionClosed) await client.close();
			// Slow is not gone; but the next one who asks should find out.
			else if (code === sdk.ErrorCode.RequestTimeout) version++;
		} finally {
			checking = undefined;
		}
	}

	async function readPages(listSignal?: AbortSignal): Promise<readonly McpTool[]> {
		const tools: McpTool[] = [];
		const seen = new Set<string>();
		let cursor: string | undefined;
		do {
			const params = cursor === undefined ? {} : { cursor };
			const page = await client.request({ method: "tools/list", params }, sdk.ListToolsResultSchema, {
				timeout: limitMs,
				...(listSignal && { signal: listSignal }),
			});
			tools.push(...page.tools);
			cursor = page.nextCursor;
			if (cursor !== undefined && seen.has(cursor)) throw new Error("its list of tools goes in circles");
			if (cursor !== undefined) seen.add(cursor);
		} while (cursor !== undefined);
		return tools;
	}

	async function readList(listSignal?: AbortSignal): Promise<readonly McpTool[]> {
		if (!client.getServerCapabilities()?.tools) return [];
		for (let tries = 1; ; tries++) {
			const before = version;
			const tools = await readPages(listSignal);
			if (before === version || tries === LIST_TRIES) return tools;
		}
	}

	function failure(error: unknown): Error {
		const end = closed ? "was closed" : link.end();
		if (!alive) return new Error(`the MCP server ${label} ${end} during the call`, { cause: error });
		return error instanceof sdk.McpError ? error : new Error(`MCP server ${label}: ${link.explain(error)}`);
	}

	return {
		get alive() {
			return alive;
		},
		async list(listSignal) {
			await checking;
			if (!alive) throw new Error("the connection was lost");
			if (listed?.version !== version) {
				const tools = readList(listSignal);
				const mine = { version, tools };
				listed = mine;
				tools.catch(() => {
					if (listed === mine) listed = undefined;
				});
			}
			return listed.tools;
		},
		async call(name, input, callSignal) {
			callSignal.throwIfAborted();
			// The SDK never takes its listener off a signal: it gets one that ends with the call.
			const own = new AbortController();
			const abort = (): void => own.abort(callSignal.reason);
			callSignal.addEventListener("abort", abort);
			let result: CallToolResult;
			try {
				const request = { method: "tools/call" as const, params: { name, arguments: input } };
				const options = { signal: own.signal, timeout: NO_LIMIT };
				result = await client.request(request, sdk.CallToolResultSchema, options);
			} catch (error) {
				// Whether the server is lost may be being found out just now.
				await checking;
				callSignal.throwIfAborted();
				throw failure(error);
			} finally {
				callSignal.removeEventListener("abort", abort);
			}
			return readMcpResult(result, name);
		},
		async close() {
			alive = false;
			closed = true;
			await link.close();
		},
	};
}
