import type { Holdfast } from "../../interface.ts";
import { UsageError } from "../usage-error.ts";

/** The agent that was given, or the only agent that is defined. */
export async function chooseAgent(hf: Holdfast, named: string | undefined, type: string): Promise<string> {
	if (named !== undefined) return (await hf.agents.get(named)).id;
	const ids = (await hf.agents.list()).items.map(({ id }) => id);
	const [only, ...others] = ids;
	if (only === undefined)
		throw new UsageError(
			"no agents are defined; add a manifest to ./agents, or create a project with `holdfast init`",
		);
	if (others.length > 0)
		throw new UsageError(
			`several agents are defined; name one of ${ids.join(", ")}, e.g. \`${type} ${only}\``,
		);
	return only;
}
