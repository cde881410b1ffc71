import { existsSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import type { LocalTarget } from "../../config/local-options.ts";
import type { Terminal } from "../terminal.ts";
import { UsageError } from "../usage-error.ts";

/** The project that a server is started for. Ignores logins and HOLDFAST_URL, which select other servers. */
export function localTarget(
	given: {
		readonly folder: string | undefined;
		readonly store: string | undefined;
		readonly config: string | undefined;
	},
	{ cwd, env }: Terminal,
): LocalTarget {
	const folder = resolve(cwd, given.folder ?? ".");
	if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
		throw new UsageError(
			`${given.folder} is not a folder; \`holdfast init ${given.folder}\` creates a project`,
		);
	const file = join(folder, "holdfast.yaml");
	const config =
		given.config === undefined ? (existsSync(file) ? file : undefined) : resolve(cwd, given.config);
	const tenant = env.HOLDFAST_TENANT || undefined;
	return { folder, store: given.store, config, tenant };
}
