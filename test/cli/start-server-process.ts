import { spawn } from "node:child_process";
import { commandLine, type Ended, environment, type Surroundings } from "./start-process.ts";

/** A command that goes on until it is told to end, without a terminal. */
export interface ServerProcess {
	/** What was printed, once it has this; rejects if the process ends first. */
	until(pattern: string | RegExp): Promise<string>;
	signal(name: NodeJS.Signals): void;
	readonly ended: Promise<Ended>;
	kill(): void;
}

export function startServerProcess(args: readonly string[], { cwd, env }: Surroundings): ServerProcess {
	const child = spawn(process.execPath, commandLine(args), {
		cwd,
		env: environment(env),
		stdio: ["ignore", "pipe", "pipe"],
	});
	let [stdout, stderr] = ["", ""];
	let isOver = false;
	const watchers = new Set<() => void>();
	const changed = (): void => {
		for (const watch of watchers) watch();
	};
	child.stdout.setEncoding("utf8").on("data", (part: string) => {
		stdout += part;
		changed();
	});
	child.stderr.setEncoding("utf8").on("data", (part: string) => {
		stderr += part;
		changed();
	});
	const ended = new Promise<Ended>((resolve) => {
		child.once("close", (code) => {
			isOver = true;
			changed();
			resolve({ code, stdout, stderr });
		});
	});
	return {
		until: (pattern) =>
			new Promise((resolve, reject) => {
				const look = (): void => {
					const text = stdout + stderr;
					const isThere = typeof pattern === "string" ? text.includes(pattern) : pattern.test(text);
					if (!isThere && !isOver) return;
					watchers.delete(look);
					if (isThere) resolve(text);
					else reject(new Error(`ended without ${String(pattern)}:\n${text}`));
				};
				watchers.add(look);
				look();
			}),
		signal: (name) => void child.kill(name),
		ended,
		kill: () => void child.kill("SIGKILL"),
	};
}
