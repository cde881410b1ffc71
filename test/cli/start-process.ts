import { spawn } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import pty from "@lydell/node-pty";
import { root } from "../house/root.ts";
import { type Size, type WatchedScreen, watchScreen } from "./watched-screen.ts";

/** Set while one works on commands: the sources are run, which takes longer to start and needs no build. */
export const FROM_SOURCE = process.env.HOLDFAST_FROM_SOURCE === "1";

/** What a process is started with. */
export const commandLine = (args: readonly string[]): string[] => {
	if (!FROM_SOURCE) return [root("bin/holdfast.js"), ...args];
	const code = `import { main } from ${JSON.stringify(root("src/cli/main.ts"))}; await main();`;
	return ["--input-type=module", "-e", code, "--", "holdfast", ...args];
};

export interface Surroundings {
	readonly cwd: string;
	readonly env: Readonly<Record<string, string>>;
}

export interface Ended {
	readonly code: number | null;
	readonly stdout: string;
	readonly stderr: string;
}

/** Nothing of the machine that runs the tests: no colours, logins or stores of its own. */
export const environment = (own: Readonly<Record<string, string>>): Record<string, string> => ({
	PATH: process.env.PATH ?? "",
	HOME: "/nonexistent",
	LANG: "C.UTF-8",
	...own,
});

/** A command without a terminal that is under way. */
export interface Piped {
	readonly stdin: Writable;
	readonly stdout: Readable;
	readonly ended: Promise<Ended>;
	kill(signal: NodeJS.Signals): void;
}

export function startPiped(args: readonly string[], { cwd, env }: Surroundings): Piped {
	const child = spawn(process.execPath, commandLine(args), { cwd, env: environment(env) });
	const ended = new Promise<Ended>((resolve, reject) => {
		let [stdout, stderr] = ["", ""];
		child.stdout.setEncoding("utf8").on("data", (part: string) => {
			stdout += part;
		});
		child.stderr.setEncoding("utf8").on("data", (part: string) => {
			stderr += part;
		});
		child.once("error", reject);
		child.once("close", (code) => resolve({ code, stdout, stderr }));
	});
	// Who does not read its input closes it.
	child.stdin.on("error", () => {});
	const kill = (signal: NodeJS.Signals): void => void child.kill(signal);
	return { stdin: child.stdin, stdout: child.stdout, ended, kill };
}

/** A command without a terminal, to its end. */
export function holdfast(
	args: readonly string[],
	around: Surroundings,
	{ input = "" }: { input?: string } = {},
): Promise<Ended> {
	const { stdin, ended } = startPiped(args, around);
	stdin.end(input);
	return ended;
}

/** A command in a pseudo-terminal, and what the terminal shows. */
export interface Typed extends WatchedScreen {
	type(text: string): void;
	resize(columns: number, rows: number): void;
	readonly pid: number;
	/** The exit code. */
	readonly ended: Promise<number>;
	kill(): void;
}

export const CTRL_C = "\u0003";
export const CTRL_D = "\u0004";
export const ENTER = "\r";

export function inTerminal(args: readonly string[], { cwd, env }: Surroundings, size: Size = {}): Typed {
	const { print, end, ...watched } = watchScreen(size);
	const { cols, rows } = watched.terminal;
	const child = pty.spawn(process.execPath, commandLine(args), {
		cols,
		rows,
		cwd,
		name: "xterm-256color",
		env: environment({ TERM: "xterm-256color", ...env }),
	});
	child.onData(print);
	const ended = new Promise<number>((resolve) => {
		child.onExit(async ({ exitCode }) => {
			await end();
			resolve(exitCode);
		});
	});
	return {
		...watched,
		pid: child.pid,
		type: (text) => child.write(text),
		resize: (columns, lines) => {
			watched.terminal.resize(columns, lines);
			child.resize(columns, lines);
		},
		ended,
		kill: () => child.kill("SIGKILL"),
	};
}
