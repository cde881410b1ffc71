import { statSync } from "node:fs";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { guardedFetch, type NetworkPolicy } from "../../network/index.ts";
import { ChildTransport } from "./child-transport.ts";
import { fillEnv, redact, toHeaders } from "./env-text.ts";
import type { McpSdk } from "./load-mcp-sdk.ts";
import { isCommand, type McpCommandSpec, type McpSpec, type McpUrlSpec } from "./mcp-spec.ts";
import { reasonOf } from "./send-request.ts";

/** How many characters of a server's own output go into a message. */
const SHOWN = 500;
const GOODBYE_MS = 2_000;

/** The transport to one server, and what is known about how it ended. */
export interface McpLink {
	readonly transport: Transport;
	/** A pipe reports when it breaks. HTTP does not: after an error, the server has to be asked. */
	readonly tellsItsEnd: boolean;
	/** How it ended, for a running call. */
	end(): string;
	/** An explanation of an error, without secrets. */
	explain(error: unknown): string;
	/** The text without the secrets of this link. */
	clean(text: string): string;
	/** Ends the link. Never rejects. */
	close(): Promise<void>;
}

export function openLink(sdk: McpSdk, spec: McpSpec, network: NetworkPolicy): McpLink {
	return isCommand(spec) ? openProcess(sdk, spec) : openHttp(sdk, spec, network);
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

function openProcess(sdk: McpSdk, spec: McpCommandSpec): McpLink {
	const { values, secrets } = fillEnv(spec.env ?? {}, "variable");
	const env = { ...sdk.getDefaultEnvironment(), ...values };
	const { command, args = [], cwd } = spec;
	// Windows has no process groups, and needs the SDK's way of finding commands.
	if (process.platform === "win32") {
		const transport = new sdk.StdioClientTransport({
			command,
			args,
			env,
			stderr: "ignore",
			...(cwd && { cwd }),
		});
		return {
			transport,
			tellsItsEnd: true,
			end: () => "ended",
			explain: (error) => redact(messageOf(error), secrets).slice(0, SHOWN),
			clean: (text) => redact(text, secrets),
			close: () => transport.close().catch(() => undefined),
		};
	}
	const transport = new ChildTransport(sdk, { command, args, env, cwd });
	return {
		transport,
		tellsItsEnd: true,
		end: () => transport.end ?? "was closed",
		explain(error) {
			const stderr = redact(transport.stderr, secrets);
			const why = startFailure(error, cwd) ?? (transport.end ? `it ${transport.end}` : messageOf(error));
			return redact(why, secrets).slice(0, SHOWN) + (stderr ? `; its stderr ends with: ${stderr}` : "");
		},
		clean: (text) => redact(text, secrets),
		close: () => transport.close(),
	};
}

/** Node reports ENOENT both for a missing command and for a missing folder. */
function startFailure(error: unknown, cwd: string | undefined): string | undefined {
	const code = error instanceof Error && "code" in error ? error.code : undefined;
	if (code !== "ENOENT" && code !== "EACCES" && code !== "ENOTDIR") return undefined;
	const isFolder = cwd === undefined || statSync(cwd, { throwIfNoEntry: false })?.isDirectory();
	if (!isFolder) return "its cwd is not a folder";
	return code === "ENOENT" ? "the command was not found" : "the command may not be run";
}

function openHttp(sdk: McpSdk, spec: McpUrlSpec, network: NetworkPolicy): McpLink {
	const { values, secrets } = fillEnv(spec.headers ?? {}, "header");
	const headers = Object.fromEntries(toHeaders(values));
	const transport = new sdk.StreamableHTTPClientTransport(new URL(spec.url), {
		requestInit: { headers },
		fetch: (url, init = {}) => guardedFetch(url, init, network),
	});
	return {
		// The SDK's type has `?:` where the interface has `| undefined`.
		transport: transport as Transport,
		tellsItsEnd: false,
		end: () => "could no longer be reached",
		explain(error) {
			const why =
				error instanceof TypeError ? `it could not be reached: ${reasonOf(error)}` : messageOf(error);
			return redact(why, secrets).slice(0, SHOWN).toWellFormed();
		},
		clean: (text) => redact(text, secrets),
		async close() {
			const timer = Promise.withResolvers<void>();
			const timeout = setTimeout(timer.resolve, GOODBYE_MS);
			// A courtesy: the server would drop the session eventually.
			await Promise.race([transport.terminateSession().catch(() => undefined), timer.promise]);
			clearTimeout(timeout);
			await transport.close().catch(() => undefined);
		},
	};
}
