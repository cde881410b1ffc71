import type { CallToolResult, Tool as McpTool } from "@modelcontextprotocol/sdk/types.js";
import { HoldfastError } from "../../error/index.ts";
import type { NetworkPolicy } from "../../network/index.ts";
import { loadMcpSdk, type McpSdk } from "./load-mcp-sdk.ts";
import { type McpLink, openLink } from "./mcp-link.ts";
import { readMcpResult } from "./mcp-result.ts";
import { labelOf, type McpSpec } from "./mcp-spec.ts";

/**
 * The SDK ends a call after a minute by default, but the run has its own limit. This is the longest delay of
 * a timer.
 */
const NO_LIMIT = 2 ** 31 - 1;
const CONNECT_MS = 10_000;
/** How many times the list of tools is read again if it changes while it is read. */
const LIST_TRIES = 3;

/** One connection to one server. A dead connection stays dead. */
export interface McpConnection {
	readonly alive: boolean;
	/**
	 * The server's tools. Requests them only if they may have changed. Rejects if the server cannot be asked.
	 */
	list(signal?: AbortSignal): Promise<readonly McpTool[]>;
	call(name: string, input: Record<string, unknown>, signal: AbortSignal): Promise<unknown>;
	/** Ends the connection. Never rejects. */
	close(): Promise<void>;
}

export interface ConnectOptions {
	/** The addresses that its HTTP requests may reach. */
	network: NetworkPolicy;
	/** Cancels the connection attempt. */
	signal: AbortSignal;
	/** Called with work that continues after a failure: ending a started process. */
	onEnding(ending: Promise<void>): void;
}

const unavailable = (label: string, why: string, cause?: unknown): HoldfastError =>
	new HoldfastError(
		"unavailable",
		`MCP server ${label} cannot be used: ${why}`,
		{ server: label },
		{ cause },
	);

/** Connects and reads the list of tools. Rejects with `unavailable` if that fails or takes too long. */
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
		// The reason is read before the process is ended: ending may take a while, and its output is needed.
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

/** The error as a cause; replaced if it contains a secret. */
function withoutSecrets(error: unknown, link: McpLink): unknown {
	const text = error instanceof Error ? error.message : String(error);
	const clean = link.clean(text);
	return clean === text ? error : new Error(clean);
}

interface OpenOptions {
	label: string;
	limitMs: number;
	/** Applies only while connecting. */
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
	/** True if this side ended the connection. */
	let closed = false;
	/** Incremented by everything that makes a cached list stale. */
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

	/**
	 * Checks whether the server still exists and knows this session. Without it, running calls would wait
	 * forever.
	 */
	async function check(): Promise<void> {
		// A failure of this check reports an error too, which must find that a check is already running.
		await Promise.resolve();
		try {
			await client.ping({ timeout: limitMs });
		} catch (error) {
			const code = error instanceof sdk.McpError ? error.code : undefined;
			if (code === undefined || code === sdk.ErrorCode.ConnectionClosed) await client.close();
			// A slow server is not a lost one, but the next caller should read the list again.
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
			if (cursor !== undefined && seen.has(cursor)) throw new Error("its list of tools repeats a page");
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
			// The SDK never removes its listener from a signal: it gets a signal that ends with the call.
			const own = new AbortController();
			const abort = (): void => own.abort(callSignal.reason);
			callSignal.addEventListener("abort", abort);
			let result: CallToolResult;
			try {
				const request = { method: "tools/call" as const, params: { name, arguments: input } };
				const options = { signal: own.signal, timeout: NO_LIMIT };
				result = await client.request(request, sdk.CallToolResultSchema, options);
			} catch (error) {
				// A running check may find that the server is lost.
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
