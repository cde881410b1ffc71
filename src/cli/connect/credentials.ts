import { randomUUID } from "node:crypto";
import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { z } from "zod";
import { HoldfastError } from "../../error/index.ts";
import type { Terminal } from "../terminal.ts";

/** The key of a server, and the tenant to use there. */
export interface Credential {
	readonly key?: string | undefined;
	readonly tenant?: string | undefined;
}

/** The servers that `holdfast login` has saved. */
export interface Credentials {
	/** The server that commands use. */
	readonly current?: string | undefined;
	readonly servers: Readonly<Record<string, Credential>>;
}

const shape = z.object({
	current: z.string().optional(),
	servers: z.record(z.string(), z.object({ key: z.string().optional(), tenant: z.string().optional() })),
});

/** The file of saved logins: in HOLDFAST_HOME, or in the configuration folder of the user. */
export function credentialsFile(env: Terminal["env"]): string {
	const folder =
		env.HOLDFAST_HOME || join(env.XDG_CONFIG_HOME || join(env.HOME || homedir(), ".config"), "holdfast");
	return join(folder, "credentials.json");
}

/** The normalised URL of a server. */
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

/** Replaces the file atomically. Only its owner can read it. */
export function writeCredentials(env: Terminal["env"], credentials: Credentials): void {
	const file = credentialsFile(env);
	mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
	// A name that nobody can guess, and never an existing file: it could be a link to another file.
	const fresh = `${file}.${randomUUID()}`;
	try {
		writeFileSync(fresh, `${JSON.stringify(credentials, undefined, "\t")}\n`, { mode: 0o600, flag: "wx" });
		chmodSync(fresh, 0o600);
		renameSync(fresh, file);
	} finally {
		rmSync(fresh, { force: true });
	}
}
