import { spawn } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import pty from "@lydell/node-pty";
import xterm from "@xterm/headless";
import { root } from "../house/root.ts";

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
export interface Typed {
	/** What the terminal shows and what has scrolled out of it, as text, without empty lines at the end. */
	screen(): Promise<string>;
	/** The terminal itself, for a picture of it. */
	readonly terminal: InstanceType<typeof xterm.Terminal>;
	/** Every byte that was printed. */
	bytes(): string;
	/** Resolves when the screen has it; rejects with the screen if the process ends first. */
	until(pattern: string | RegExp): Promise<string>;
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

export function inTerminal(
	args: readonly string[],
	{ cwd, env }: Surroundings,
	{ columns = 100, rows = 40 }: { columns?: number; rows?: number } = {},
): Typed {
	const screen = new xterm.Terminal({ cols: columns, rows, scrollback: 10_000, allowProposedApi: true });
	const child = pty.spawn(process.execPath, commandLine(args), {
		...{ cols: columns, rows, cwd, name: "xterm-256color" },
		env: environment({ TERM: "xterm-256color", ...env }),
	});
	let bytes = "";
	let isOver = false;
	const watchers = new Set<() => void>();
	const changed = (): void => {
		for (const watch of watchers) watch();
	};
	child.onData((part) => {
		bytes += part;
		screen.write(part, changed);
	});
	const ended = new Promise<number>((resolve) => {
		child.onExit(({ exitCode }) => {
			isOver = true;
			// Behind what was written before it.
			screen.write("", () => {
				changed();
				resolve(exitCode);
			});
		});
	});
	const read = (): string => {
		const { active } = screen.buffer;
		const lines = Array.from(
			{ length: active.length },
			(_, i) => active.getLine(i)?.translateToString(true) ?? "",
		);
		return lines.join("\n").trimEnd();
	};
	return {
		pid: child.pid,
		terminal: screen,
		screen: () => new Promise((resolve) => screen.write("", () => resolve(read()))),
		bytes: () => bytes,
		until: (pattern) =>
			new Promise((resolve, reject) => {
				const look = (): void => {
					const text = read();
					const isThere = typeof pattern === "string" ? text.includes(pattern) : pattern.test(text);
					if (!isThere && !isOver) return;
					watchers.delete(look);
					if (isThere) resolve(text);
					else reject(new Error(`ended without ${String(pattern)}; the screen:\n${text}`));
				};
				watchers.add(look);
				look();
			}),
		type: (text) => child.write(text),
		resize: (cols, newRows) => {
			screen.resize(cols, newRows);
			child.resize(cols, newRows);
		},
		ended,
		kill: () => child.kill("SIGKILL"),
	};
}
