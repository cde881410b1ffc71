import { type ChildProcess, fork } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";

export interface Child<Message> {
	/** What the child has sent so far, oldest first. */
	readonly messages: Message[];
	/** The first message that passes, sent already or to come. Rejects when the child ends without one. */
	message(passes?: (message: Message) => boolean): Promise<Message>;
	/** Called for each message from now on. */
	onMessage(listener: (message: Message) => void): void;
	send(message: object): void;
	/** SIGKILL: no handler runs, nothing is flushed. Resolves when the process is gone and all it said has been read. */
	kill(): Promise<void>;
	/** Resolves when the child has ended by itself; rejects with what it wrote to stderr when it failed. */
	ended(): Promise<void>;
}

export interface ChildOptions {
	cwd?: string;
	/** Who it runs as; only root may choose. */
	uid?: number;
	gid?: number;
}

/** Starts a TypeScript file of `children/` as a process of its own, on the Node that runs the tests. */
export function startChild<Message>(name: string, input: object, options: ChildOptions = {}): Child<Message> {
	const file = fileURLToPath(new URL(`./children/${name}.ts`, import.meta.url));
	const child: ChildProcess = fork(file, [JSON.stringify(input)], {
		...options,
		execArgv: [],
		// Where Node itself would keep compiled modules: children start in half the time.
		env: { ...process.env, NODE_COMPILE_CACHE: join(tmpdir(), "node-compile-cache") },
		stdio: ["ignore", "inherit", "pipe", "ipc"],
	});
	const messages: Message[] = [];
	const listeners = new Set<() => void>();
	let stderr = "";
	let end: { code: number | null; signal: string | null } | undefined;
	child.stderr?.setEncoding("utf8").on("data", (text: string) => {
		stderr += text;
	});
	child.on("message", (message) => {
		messages.push(message as Message);
		for (const listener of [...listeners]) listener();
	});
	const closed = new Promise<void>((resolve) => {
		child.once("close", (code, signal) => {
			end = { code, signal };
			for (const listener of [...listeners]) listener();
			resolve();
		});
	});
	onTestFinished(async () => {
		if (!end) child.kill("SIGKILL");
		await closed;
	});
	const failure = (what: string): Error =>
		new Error(`${name} ${what} (code ${end?.code}, signal ${end?.signal})\n${stderr}`);
	return {
		messages,
		message(passes = () => true) {
			return new Promise((resolve, reject) => {
				const look = (): void => {
					const found = messages.find(passes);
					if (found === undefined && !end) return;
					listeners.delete(look);
					if (found === undefined) reject(failure("ended without the awaited message"));
					else resolve(found);
				};
				listeners.add(look);
				look();
			});
		},
		onMessage(listener) {
			let seen = messages.length;
			listeners.add(() => {
				for (; seen < messages.length; seen++) listener(messages[seen] as Message);
			});
		},
		send: (message) => void child.send(message),
		async kill() {
			child.kill("SIGKILL");
			await closed;
		},
		async ended() {
			await closed;
			if (end?.code !== 0) throw failure("failed");
		},
	};
}
