import type { ChildProcessByStdio } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";
import type { McpSdk } from "./load-mcp-sdk.ts";

/*
 * MCP over the pipes of a child process. Not the SDK's own, for one reason: servers are often started through another
 * program (npx, uvx, sh), and ending that one leaves the server running. Here the child leads a process group, and
 * the group is ended:
 *
 *   running ──close()──▶ stdin closed ──grace──▶ SIGTERM ──grace──▶ SIGKILL ──▶ gone
 *      └────────────── it exits by itself ──▶ SIGKILL to what is left of the group ──▶ gone
 */

export interface ChildOptions {
	command: string;
	args: readonly string[];
	/** All of it: nothing is inherited. */
	env: Readonly<Record<string, string>>;
	cwd?: string | undefined;
	/** How long each polite way to end it is given. Default 2,000. */
	graceMs?: number | undefined;
}

const TAIL = 2_048;
/** How long pipes may stay open behind a child that is gone, held by something outside of its group. */
const PIPES_MS = 500;

/** Groups to end with this process. A new session has no terminal: Ctrl-C does not reach them by itself. */
const groups = new Set<number>();

function endGroups(): void {
	for (const pid of groups) signalGroup(pid, "SIGKILL");
}

function signalGroup(pid: number, signal: NodeJS.Signals): void {
	try {
		process.kill(-pid, signal);
	} catch {
		// Nobody is left in it.
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

	/** How it ended, e.g. `exited with code 1`; undefined while it runs. */
	get end(): string | undefined {
		return this.#end;
	}

	/** The last 2 KB that it wrote to stderr. */
	get stderr(): string {
		return this.#tail.toString("utf8").trim();
	}

	start(): Promise<void> {
		const { command, args, env, cwd } = this.#options;
		// Not imported: it takes a while to load, and few programs start processes.
		const { spawn } = process.getBuiltinModule("node:child_process");
		const child = spawn(command, args, { env, cwd, stdio: ["pipe", "pipe", "pipe"], detached: true });
		this.#child = child;
		if (child.pid !== undefined) this.#rememberGroup(child.pid);
		const buffer = new this.#sdk.ReadBuffer();
		child.stdout.on("data", (chunk: Buffer) => {
			try {
				buffer.append(chunk);
			} catch (error) {
				// Too long for a message: nothing after it can be understood.
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
				// A line that is no message, e.g. a log line on the wrong stream. The next one may be.
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

	/** Ends the process and all it started. Never rejects; resolves when they are gone. */
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
