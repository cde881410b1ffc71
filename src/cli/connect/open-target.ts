import { relative } from "node:path";
import { holdfast } from "../../holdfast.ts";
import type { Holdfast } from "../../interface.ts";
import type { Terminal } from "../terminal.ts";
import { setUpLocal } from "./set-up-local.ts";
import type { Target } from "./target.ts";

export interface Opened {
	readonly hf: Holdfast;
	/** The SQLite file that does not exist. It was not created, and counts as empty. */
	readonly missing?: string;
	/** Notes for users who chat with agents. */
	readonly notes?: readonly string[];
}

/** Opens the target. Creates a missing SQLite file only for commands that may create it. */
export async function openTarget(
	target: Target,
	{ creates, env }: { creates: boolean; env: Terminal["env"] },
): Promise<Opened> {
	if ("url" in target) {
		const { url, key, tenant } = target;
		const hf = await holdfast({
			url,
			...(key !== undefined && { apiKey: key }),
			...(tenant !== undefined && { tenant }),
		});
		return { hf };
	}
	// The same agents and model as in `holdfast dev`: facts must be the same, whichever command ends a session.
	const { options, missing, model, hasExamples } = await setUpLocal(target, {
		env,
		creates,
		model: env.HOLDFAST_MODEL || undefined,
	});
	const notes = [
		...(hasExamples ? ["Example agents; `holdfast init` creates your own project."] : []),
		// Only if it was picked automatically.
		...(model.isPicked ? [`Model ${model.name}, because ${model.why}.`] : []),
	];
	const hf = await holdfast(options);
	return missing === undefined
		? { hf, notes }
		: { hf, notes, missing: relative(target.folder, missing) || missing };
}
