import { relative } from "node:path";
import { type LocalTarget, localOptions } from "../../config/local-options.ts";
import { holdfast } from "../../holdfast.ts";
import type { Holdfast } from "../../interface.ts";
import type { Terminal } from "../terminal.ts";
import { setUpLocal } from "./set-up-local.ts";
import type { Target } from "./target.ts";

export interface Opened {
	readonly hf: Holdfast;
	/** The file that is not there: nothing was made, and there is nothing in it. */
	readonly missing?: string;
	/** What the user should know of it. */
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
	if (creates) return openHere(target, env);
	const { options, missing } = await localOptions(target, { creates });
	const hf = await holdfast(options);
	return missing === undefined ? { hf } : { hf, missing: relative(target.folder, missing) || missing };
}

/** As `holdfast dev` has it: the same agents, and the same model. */
async function openHere(target: LocalTarget, env: Terminal["env"]): Promise<Opened> {
	const { options, model, hasExamples } = await setUpLocal(target, {
		...{ env, model: env.HOLDFAST_MODEL || undefined },
	});
	const notes = [
		...(hasExamples ? ["Example agents; `holdfast init` makes a project of your own."] : []),
		// Nobody has named it.
		...(model.isPicked ? [`Model ${model.name}, because ${model.why}.`] : []),
	];
	return { hf: await holdfast(options), notes };
}
