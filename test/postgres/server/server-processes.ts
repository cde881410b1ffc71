import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";

/** Each process and its parent. Linux tells by files, and its small images have no `ps`. */
function processTable(): [pid: number, parent: number][] {
	if (!existsSync("/proc/self/stat")) {
		const lines = execFileSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" }).trim().split("\n");
		return lines.map((line) => {
			const [pid, parent] = line.trim().split(/\s+/);
			return [Number(pid), Number(parent)];
		});
	}
	return readdirSync("/proc")
		.filter((name) => /^\d+$/.test(name))
		.map((name) => {
			try {
				const stat = readFileSync(`/proc/${name}/stat`, "utf8");
				// The name of the program stands in brackets, and may hold anything.
				const [, parent] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
				return [Number(name), Number(parent)];
			} catch {
				return [Number(name), 0]; // ended meanwhile
			}
		});
}

/** Sends a signal to a process that may have ended. */
export function signal(pid: number, name: NodeJS.Signals): void {
	try {
		process.kill(pid, name);
	} catch (error) {
		if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
	}
}

/** Sends a signal to a server's main process, then to the others, which are all its children. */
export function signalAll(pid: number, name: NodeJS.Signals): void {
	// The main process first: once it is stopped, it starts no more of them.
	signal(pid, name);
	for (const [child, parent] of processTable()) if (parent === pid) signal(child, name);
}
