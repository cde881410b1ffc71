import type { Holdfast } from "../../interface.ts";
import { UsageError } from "../usage-error.ts";

/** The agent that was named, or the only one there is. */
export async function chooseAgent(hf: Holdfast, named: string | undefined, type: string): Promise<string> {
	if (named !== undefined) return (await hf.agents.get(named)).id;
	const ids = (await hf.agents.list()).items.map(({ id }) => id);
	const [only, ...others] = ids;
	if (only === undefined)
		throw new UsageError(
			"No agents are defined: put a manifest into ./agents, or make a project with `holdfast init`.",
		);
	if (others.length > 0)
		throw new UsageError(`Which agent? There are ${ids.join(", ")}: type \`${type} ${only}\`, for example.`);
	return only;
}
