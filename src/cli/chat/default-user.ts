import { userInfo } from "node:os";
import type { Holdfast } from "../../interface.ts";
import type { Target } from "../connect/target.ts";
import type { Terminal } from "../terminal.ts";

/** The login name of the user. Facts belong to a user: without a name they would be lost. */
export function localUser(env: Terminal["env"]): string {
	try {
		return userInfo().username;
	} catch {
		// In a container, a user may have no name.
		return env.USER || env.USERNAME || "local";
	}
}

/** The default user of a chat: the user of the token, otherwise the login name on this machine. */
export async function defaultUser(hf: Holdfast, target: Target, env: Terminal["env"]): Promise<string> {
	const own = "url" in target ? (await hf.about()).userId : undefined;
	return own ?? localUser(env);
}
