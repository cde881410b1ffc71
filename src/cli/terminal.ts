import type { Readable, Writable } from "node:stream";

type Out = Writable & { isTTY?: boolean; columns?: number };
type In = Readable & { isTTY?: boolean };

/** The streams, environment and folder of a command: those of the process, or of a test. */
export interface Terminal {
	readonly stdin: In;
	readonly stdout: Out;
	readonly stderr: Out;
	readonly env: Readonly<Record<string, string | undefined>>;
	readonly cwd: string;
}

export const processTerminal = (): Terminal => ({
	stdin: process.stdin,
	stdout: process.stdout,
	stderr: process.stderr,
	env: process.env,
	cwd: process.cwd(),
});
