import type { ChildProcessByStdio } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";
import type { McpSdk } from "./load-mcp-sdk.ts";

/*
 * MCP over the pipes of a child process. It replaces the transport of the SDK for one reason: servers are
 * often started through another program (npx, uvx, sh), and ending that program leaves the server running.
 * Here the child leads a process group, and the whole group is ended:
 *
 *   running ──close()──▶ stdin closed ──grace──▶ SIGTERM ──grace──▶ SIGKILL ──▶ gone
 *      └────────────── it exits by itself ──▶ SIGKILL to the rest of the group ──▶ gone
 */

export interface ChildOptions {
	command: string;
	args: readonly string[];
	/** The complete environment: nothing is inherited. */
	env: Readonly<Record<string, string>>;
	cwd?: string | undefined;
	/** How long to wait after closing stdin, and again after SIGTERM, in milliseconds. Default 2,000. */
	graceMs?: number | undefined;
}

const TAIL = 2_048;
/** How long pipes may stay open after the child has exited, if a process outside of its group holds them. */
const PIPES_MS = 500;

/**
 * Groups to end together with this process. They run in new sessions without a terminal: Ctrl-C does not
 * reach them.
 */
const groups = new Set<number>();

function endGroups(): void {
	for (const pid of groups) signalGroup(pid, "SIGKILL");
}

function signalGroup(pid: number, signal: NodeJS.Signals): void {
	try {
		process.kill(-pid, signal);
	} catch {
		// The group is already empty.
	}
}

export class ChildTransport implements Transport {
	onclose?: () => void;
	onerror?: (error: Error) => void;
	onmessage?: Transport["onmessage"];
	readonly #sdk: Pick<McpSdk, "ReadBuffer" | "serializeMessage">;
	readonly #options: ChildOptions;
	#child: ChildProcessByStdio<Writable, Readable, Readable> | undefined;
	#tail = Buffer.alloc(0);
	#end: string | undefined;
	#gone = Promise.withResolvers<void>();
	#closing: Promise<void> | undefined;

	constructor(sdk: Pick<McpSdk, "ReadBuffer" | "serializeMessage">, options: ChildOptions) {
		this.#sdk = sdk;
		this.#options = options;
	}

	get pid(): number | undefined {
		return this.#child?.pid;
	}

	/** How the process ended, e.g. `exited with code 1`; undefined while it runs. */
	get end(): string | undefined {
		return this.#end;
	}

	/** The last 2 KB of its stderr. */
	get stderr(): string {
		return this.#tail.toString("utf8").trim();
	}

	start(): Promise<void> {
		const { command, args, env, cwd } = this.#options;
		// Loaded on demand: it takes a while to load, and few programs start processes.
		const { spawn } = process.getBuiltinModule("node:child_process");
		const child = spawn(command, args, { env, cwd, stdio: ["pipe", "pipe", "pipe"], detached: true });
		this.#child = child;
		if (child.pid !== undefined) this.#rememberGroup(child.pid);
		const buffer = new this.#sdk.ReadBuffer();
		child.stdout.on("data", (chunk: Buffer) => {
			try {
				buffer.append(chunk);
			} catch (error) {
				// The message is too long: nothing after it can be parsed.
				this.onerror?.(error as Error);
				void this.close();
				return;
			}
			this.#readMessages(buffer);
		});
		child.stderr.on("data", (chunk: Buffer) => {
			this.#tail = Buffer.concat([this.#tail, chunk]).subarray(-TAIL);
		});
		for (const stream of [child.stdin, child.stdout, child.stderr]) {
			stream.on("error", (error) => this.onerror?.(error));
		}
		child.on("exit", (code, signal) => {
			this.#end = signal === null ? `exited with code ${code}` : `was ended by ${signal}`;
			if (child.pid !== undefined) this.#forgetGroup(child.pid);
			const timer = setTimeout(
				() => [child.stdout, child.stderr].map((stream) => stream.destroy()),
				PIPES_MS,
			);
			child.once("close", () => clearTimeout(timer));
		});
		child.on("close", () => {
			this.#gone.resolve();
			this.onclose?.();
		});
		return new Promise((resolve, reject) => {
			child.once("spawn", resolve);
			child.on("error", (error) => {
				this.#end ??= "could not be started";
				this.#gone.resolve();
				reject(error);
				this.onerror?.(error);
			});
		});
	}

	#readMessages(buffer: InstanceType<McpSdk["ReadBuffer"]>): void {
		for (;;) {
			try {
				const message = buffer.readMessage();
				if (message === null) return;
				this.onmessage?.(message);
			} catch (error) {
				// A line that is not a message, e.g. a log line on the wrong stream. The next line may be one.
				this.onerror?.(error as Error);
			}
		}
	}

	#rememberGroup(pid: number): void {
		if (groups.size === 0) process.on("exit", endGroups);
		groups.add(pid);
	}

	#forgetGroup(pid: number): void {
		signalGroup(pid, "SIGKILL");
		groups.delete(pid);
		if (groups.size === 0) process.off("exit", endGroups);
	}

	send(message: JSONRPCMessage): Promise<void> {
		return new Promise((resolve, reject) => {
			const stdin = this.#child?.stdin;
			if (!stdin?.writable) return reject(new Error("the process has ended"));
			stdin.write(this.#sdk.serializeMessage(message), (error) => (error ? reject(error) : resolve()));
		});
	}

	/** Ends the process and all processes that it started. Never rejects; resolves when they have ended. */
	close(): Promise<void> {
		this.#closing ??= this.#stop();
		return this.#closing;
	}

	async #stop(): Promise<void> {
		const child = this.#child;
		if (child?.pid === undefined) return;
		child.stdin.end();
		for (const signal of ["SIGTERM", "SIGKILL"] as const) {
			if (await this.#goneWithin(this.#options.graceMs ?? 2_000)) return;
			signalGroup(child.pid, signal);
		}
		await this.#gone.promise;
	}

	#goneWithin(ms: number): Promise<boolean> {
		return new Promise((resolve) => {
			const timer = setTimeout(() => resolve(false), ms);
			void this.#gone.promise.then(() => {
				clearTimeout(timer);
				resolve(true);
			});
		});
	}
}
