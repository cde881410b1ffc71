import { checkModels } from "../../agent/check-models.ts";
import { openRegistry } from "../../foundation.ts";
import type { HoldfastOptions } from "../../interface.ts";
import type { ModelFlaw } from "../../model/index.ts";
import type { Terminal } from "../terminal.ts";

/**
 * Problems that keep the models of a project from answering. Reads the agents without opening the store, so that a
 * server can refuse to start before it listens.
 */
export async function checkConfigured(
	{ agents, model = "demo" }: Pick<HoldfastOptions, "agents" | "model">,
	env: Terminal["env"],
): Promise<ModelFlaw[]> {
	const registry = await openRegistry({ agents, reload: false });
	try {
		return await checkModels({ agents: await registry.list(), defaultModel: model }, env);
	} finally {
		await registry.close();
	}
}
