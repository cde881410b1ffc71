import { existsSync } from "node:fs";
import { join } from "node:path";
import { type LocalOptions, type LocalTarget, localOptions } from "../../config/local-options.ts";
import { packageFile } from "../../config/package-files.ts";
import type { Terminal } from "../terminal.ts";
import { type ModelChoice, pickModel } from "./pick-model.ts";

export interface SetUp extends LocalOptions {
	readonly model: ModelChoice;
	/** The folder has no agents of its own, so the agents are the examples of the package. */
	readonly hasExamples: boolean;
}

export interface SetUpOptions {
	readonly env: Terminal["env"];
	/** From --model or HOLDFAST_MODEL. */
	readonly model?: string | undefined;
	/** Whether a missing SQLite file may be created. Default true. */
	readonly creates?: boolean | undefined;
	/** Only the configuration counts: no example agents, and no automatically picked model. */
	readonly isProduction?: boolean | undefined;
}

/** The options for a local store, with the default model and, in a folder without a project, the example agents. */
export async function setUpLocal(
	target: LocalTarget,
	{ env, model, creates = true, isProduction = false }: SetUpOptions,
): Promise<SetUp> {
	const local = await localOptions(target, { creates });
	const hasExamples =
		!isProduction && target.config === undefined && !existsSync(join(target.folder, "agents"));
	const named = local.config.model;
	const choice = pickModel({
		// In production, a key in the environment alone does not select a model.
		env: isProduction ? {} : env,
		folder: target.folder,
		...(model !== undefined && {
			asked: { name: model, by: model === env.HOLDFAST_MODEL ? "HOLDFAST_MODEL" : "--model" },
		}),
		...(named !== undefined && { configured: { name: named, by: "holdfast.yaml" } }),
	});
	const options = {
		...local.options,
		model: choice.name,
		...(hasExamples && { agents: packageFile("templates", "agents") }),
	};
	return { ...local, options, model: choice, hasExamples };
}
