import { relative } from "node:path";
import { holdfast } from "../../holdfast.ts";
import type { Holdfast } from "../../interface.ts";
import type { Terminal } from "../terminal.ts";
import { setUpLocal } from "./set-up-local.ts";
import type { Target } from "./target.ts";

export interface Opened {
	readonly hf: Holdfast;
	/** The file that is not there: nothing was made, and there is nothing in it. */
	readonly missing?: string;
	/** What those should know who talk to agents. */
	readonly notes?: readonly string[];
}

/** Connects. Unless the command may make it, a SQLite file that is not there is not made. */
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
	// Agents and model as `holdfast dev` has them, for every command: facts must come out the same, whoever ends a session.
	const { options, missing, model, hasExamples } = await setUpLocal(target, {
		...{ env, creates, model: env.HOLDFAST_MODEL || undefined },
	});
	const notes = [
		...(hasExamples ? ["Example agents; `holdfast init` makes a project of your own."] : []),
		// Nobody has named it.
		...(model.isPicked ? [`Model ${model.name}, because ${model.why}.`] : []),
	];
	const hf = await holdfast(options);
	return missing === undefined
		? { hf, notes }
		: { hf, notes, missing: relative(target.folder, missing) || missing };
}
