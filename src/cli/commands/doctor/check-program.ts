import { statSync } from "node:fs";
import { packageVersion } from "../../../config/package-files.ts";
import type { Call } from "../../command.ts";
import { credentialsFile, readCredentials } from "../../connect/credentials.ts";
import { describeTarget, type Target } from "../../connect/target.ts";
import { findingsOf, type GroupedFinding, messageOf } from "./check.ts";

const { ok, warning, problem } = findingsOf("program");

/** Checks the version, the target of commands, and the file of logins. */
export function checkProgram(call: Call, target: Target | Error): GroupedFinding[] {
	return [
		ok("version", `Holdfast ${packageVersion()}, Node ${process.version}`),
		target instanceof Error
			? problem("target", target.message)
			: ok("target", `${describeTarget(target)} (${whyOf(call, target)})`),
		...logins(call),
	];
}

/** Which setting selected the target. In order of precedence. */
function whyOf({ globals, terminal: { env } }: Call, target: Target): string {
	if (globals.url !== undefined) return "set by --url";
	if (globals.store !== undefined) return "set by --store";
	if (globals.config !== undefined) return "set by --config";
	if (env.HOLDFAST_URL) return "set by HOLDFAST_URL";
	if (env.HOLDFAST_STORE) return "set by HOLDFAST_STORE";
	if (env.HOLDFAST_CONFIG) return "set by HOLDFAST_CONFIG";
	if ("url" in target) return "set by `holdfast login`";
	return target.config === undefined ? "default" : "set by holdfast.yaml";
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
			? warning("logins", `other users of this machine can read ${file}; run: chmod 600 ${file}`)
			: ok("logins", `${file} (readable only by you)`),
	];
}
