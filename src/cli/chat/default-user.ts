import { userInfo } from "node:os";
import type { Holdfast } from "../../interface.ts";
import type { Target } from "../connect/target.ts";
import type { Terminal } from "../terminal.ts";

/** The name of whoever sits here. Facts are kept about somebody: without a name they would be lost. */
export function localUser(env: Terminal["env"]): string {
	try {
		return userInfo().username;
	} catch {
		// Users of a container may have no name.
		return env.USER || env.USERNAME || "local";
	}
}

/** Who talks to an agent if nobody was named: the user of a token, otherwise the user of this machine. */
export async function defaultUser(hf: Holdfast, target: Target, env: Terminal["env"]): Promise<string> {
	const own = "url" in target ? (await hf.about()).userId : undefined;
	return own ?? localUser(env);
}
