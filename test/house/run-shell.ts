import { spawn } from "node:child_process";

/** Runs lines as somebody would who types them. */
export function runShell(lines: string): Promise<{ code: number | null; stdout: string; stderr: string }> {
	const child = spawn("bash", ["-e", "-c", lines], { stdio: ["ignore", "pipe", "pipe"] });
	let [stdout, stderr] = ["", ""];
	child.stdout.setEncoding("utf8").on("data", (text: string) => {
		stdout += text;
	});
	child.stderr.setEncoding("utf8").on("data", (text: string) => {
		stderr += text;
	});
	return new Promise((resolve, reject) => {
		child.once("error", reject);
		child.once("close", (code) => resolve({ code, stdout, stderr }));
	});
}
