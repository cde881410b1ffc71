import { readFileSync } from "node:fs";

/** Whether a process is there. One that has ended and waits for its parent to notice is not. */
export function isRunning(pid: number): boolean {
	try {
		process.kill(pid, 0);
	} catch {
		return false;
	}
	try {
		const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
		return !["Z", "X"].includes(stat.slice(stat.lastIndexOf(")") + 2)[0] ?? "");
	} catch {
		// No /proc on this system, or it ended just now.
		return process.platform !== "linux";
	}
}
