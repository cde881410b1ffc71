import type { SessionRef } from "../../session/index.ts";
import { withoutSecrets } from "../connect/target.ts";
import type { GlobalOptions } from "../globals.ts";

const word = (text: string): string =>
	/^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;

/** The command that continues a conversation, with the options that are needed, but without secrets. */
export function comeBack(
	{ agentId, userId, sessionId }: SessionRef,
	{ url, store, tenant, config }: Partial<GlobalOptions>,
	defaultUser: string,
): string {
	const whose =
		userId === undefined
			? ["--session", sessionId]
			: userId === defaultUser
				? ["-c"]
				: ["-c", "--user", userId];
	const where = [
		...(url === undefined ? [] : ["--url", withoutSecrets(url)]),
		...(store === undefined ? [] : ["--store", withoutSecrets(store)]),
		...(tenant === undefined ? [] : ["--tenant", tenant]),
		...(config === undefined ? [] : ["--config", config]),
	];
	return ["holdfast", "chat", agentId, ...whose, ...where].map(word).join(" ");
}
