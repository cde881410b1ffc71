import type { Holdfast } from "../interface.ts";
import type { MemoryScope } from "../memory/index.ts";
import { UsageError } from "./usage-error.ts";

/** The options that select the facts of a user. */
export interface WhoseOptions {
	readonly user?: string | undefined;
	readonly everybody?: boolean;
}

/** All facts by default; with a user, that user's facts and those for all users; with "", only those for all users. */
export function scopeOf({ user, everybody }: WhoseOptions): MemoryScope {
	if (everybody === true || user === undefined) return { everybody: true };
	return user === "" ? {} : { userId: user, everybody: true };
}

/** The agent that was given. Without one, the error lists the agents that have memory. */
export async function needAgent(
	agent: string | undefined,
	command: string,
	open: () => Promise<Holdfast>,
): Promise<string> {
	if (agent !== undefined && agent !== "") return agent;
	const known = await agentsWithMemory(await open());
	const told =
		known.length === 0
			? "no agent has memory yet"
			: `agents that have memory: ${known.slice(0, 20).join(", ")}${known.length > 20 ? ", …" : ""}`;
	throw new UsageError(`${command} needs --agent <id>; ${told}`);
}

export const agentsWithMemory = async (hf: Holdfast): Promise<string[]> =>
	(await hf.overview()).map(({ agentId }) => agentId);
