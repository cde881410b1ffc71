import { statSync } from "node:fs";
import { packageVersion } from "../../../config/package-files.ts";
import type { Call } from "../../command.ts";
import { credentialsFile, readCredentials } from "../../connect/credentials.ts";
import { describeTarget, type Target } from "../../connect/target.ts";
import { findingsOf, type GroupedFinding, messageOf } from "./check.ts";

const { ok, warning, problem } = findingsOf("program");

/** This program, where its commands go, and the file of logins. */
export function checkProgram(call: Call, target: Target | Error): GroupedFinding[] {
	return [
		ok("version", `Holdfast ${packageVersion()}, Node ${process.version}`),
		target instanceof Error
			? problem("target", target.message)
			: ok("target", `${describeTarget(target)}, ${whyOf(call, target)}`),
		...logins(call),
	];
}

/** Who has said where commands go. In the order in which they win. */
function whyOf({ globals, terminal: { env } }: Call, target: Target): string {
	if (globals.url !== undefined) return "as --url says";
	if (globals.store !== undefined) return "as --store says";
	if (globals.config !== undefined) return "as --config says";
	if (env.HOLDFAST_URL) return "as HOLDFAST_URL says";
	if (env.HOLDFAST_STORE) return "as HOLDFAST_STORE says";
	if (env.HOLDFAST_CONFIG) return "as HOLDFAST_CONFIG says";
	if ("url" in target) return "as `holdfast login` was told";
	return target.config === undefined ? "as nothing else is said" : "as holdfast.yaml says";
}

function logins({ terminal: { env } }: Call): GroupedFinding[] {
	const file = credentialsFile(env);
	const found = statSync(file, { throwIfNoEntry: false });
	if (!found) return [];
	try {
		readCredentials(env);
	} catch (error) {
		return [problem("logins", messageOf(error))];
	}
	const isOpen = process.platform !== "win32" && (found.mode & 0o077) !== 0;
	return [
		isOpen
			? warning("logins", `others on this machine can read ${file}: chmod 600 ${file}`)
			: ok("logins", `${file}, for nobody else to read`),
	];
}
