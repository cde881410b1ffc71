import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

export interface ServerChild {
	readonly url: string;
	memory(): Promise<{ rss: number; held: number }>;
	end(): Promise<void>;
}

/** Starts a script of this folder that says where it listens. */
export async function startServer(script: string, args: readonly string[]): Promise<ServerChild> {
	const file = fileURLToPath(new URL(script, import.meta.url));
	const child = fork(file, args, {
		execArgv: ["--expose-gc"],
		stdio: ["ignore", "ignore", "inherit", "ipc"],
	});
	const told = async (): Promise<unknown> => (await once(child, "message"))[0];
	const { url } = (await told()) as { url: string };
	return {
		url,
		async memory() {
			child.send("memory");
			return (await told()) as { rss: number; held: number };
		},
		async end() {
			child.kill("SIGKILL");
			await once(child, "exit");
		},
	};
}
