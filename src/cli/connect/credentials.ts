import { randomUUID } from "node:crypto";
import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { z } from "zod";
import { HoldfastError } from "../../error/index.ts";
import type { Terminal } from "../terminal.ts";

/** The key of a server, and the tenant that its owner works in. */
export interface Credential {
	readonly key?: string | undefined;
	readonly tenant?: string | undefined;
}

/** The servers that `holdfast login` was told of. */
export interface Credentials {
	/** The server that commands work on. */
	readonly current?: string | undefined;
	readonly servers: Readonly<Record<string, Credential>>;
}

const shape = z.object({
	current: z.string().optional(),
	servers: z.record(z.string(), z.object({ key: z.string().optional(), tenant: z.string().optional() })),
});

/** Where logins are kept: HOLDFAST_HOME, or the user's folder of settings. */
export function credentialsFile(env: Terminal["env"]): string {
	const folder =
		env.HOLDFAST_HOME || join(env.XDG_CONFIG_HOME || join(env.HOME || homedir(), ".config"), "holdfast");
	return join(folder, "credentials.json");
}

/** A server by its address: how it was typed does not matter. */
export const serverName = (url: string): string => {
	const parsed = URL.parse(url);
	return parsed ? parsed.origin + parsed.pathname.replace(/\/+$/, "") : url;
};

export const credentialFor = ({ servers }: Credentials, url: string): Credential | undefined =>
	Object.hasOwn(servers, serverName(url)) ? servers[serverName(url)] : undefined;

export function readCredentials(env: Terminal["env"]): Credentials {
	const file = credentialsFile(env);
	let text: string;
	try {
		text = readFileSync(file, "utf8");
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === "ENOENT") return { servers: {} };
		throw new HoldfastError(
			"unavailable",
			`cannot read ${file}: ${(error as Error).message}`,
			{},
			{ cause: error },
		);
	}
	try {
		return shape.parse(JSON.parse(text));
	} catch (cause) {
		const message = `${file} is damaged; remove it and log in again with \`holdfast login <url>\``;
		throw new HoldfastError("invalid", message, { file }, { cause });
	}
}

/** Replaces the file in one step. Nobody but its owner may read it. */
export function writeCredentials(env: Terminal["env"], credentials: Credentials): void {
	const file = credentialsFile(env);
	mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
	// A name that nobody can guess, and never a file that is there: a link might lead elsewhere.
	const fresh = `${file}.${randomUUID()}`;
	try {
		writeFileSync(fresh, `${JSON.stringify(credentials, undefined, "\t")}\n`, { mode: 0o600, flag: "wx" });
		chmodSync(fresh, 0o600);
		renameSync(fresh, file);
	} finally {
		rmSync(fresh, { force: true });
	}
}
