import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

/** Starts a script of this folder; resolves with what it printed. */
export function runChild(script: string, args: string[], flags: string[] = []): Promise<string> {
	const file = fileURLToPath(new URL(script, import.meta.url));
	const child = spawn(process.execPath, [...flags, file, ...args], {
		stdio: ["ignore", "pipe", "inherit"],
	});
	let out = "";
	child.stdout.on("data", (chunk) => {
		out += chunk;
	});
	return new Promise((resolve, reject) => {
		child.on("error", reject);
		child.on("close", (code) =>
			code === 0 ? resolve(out.trim()) : reject(new Error(`${script} ended with ${code}: ${out}`)),
		);
	});
}
