import { checkModel, type LanguageModel, type ModelFlaw } from "../model/index.ts";
import type { Agent } from "./agent.ts";

/** The defined agents, and the model of agents that name none. */
export interface ModelsInUse {
	readonly agents: readonly Pick<Agent, "id" | "model" | "routine">[];
	readonly defaultModel: LanguageModel | string;
}

/**
 * Problems that would make the default model or the agents' models fail, including models of routine nodes.
 * Each model is checked once. If agents use it, the message begins with their names.
 */
export async function checkModels(
	{ agents, defaultModel }: ModelsInUse,
	env?: Readonly<Record<string, string | undefined>>,
): Promise<ModelFlaw[]> {
	const users = new Map<LanguageModel | string, Set<string>>();
	for (const { id, model, routine } of agents)
		for (const named of [model, ...modelsOfRoutine(routine)])
			if (named !== undefined) users.set(named, (users.get(named) ?? new Set()).add(id));
	const named = [...users].filter(([model]) => model !== defaultModel);
	const checked = await Promise.all(
		[[defaultModel, []] as const, ...named].map(async ([model, ids]) => {
			const flaws = await checkModel(model, env && { env });
			return flaws.map((flaw) => ({ ...flaw, message: `${agentList(ids)}${flaw.message}` }));
		}),
	);
	return checked.flat();
}

const modelsOfRoutine = (routine: Agent["routine"]): readonly (LanguageModel | string | undefined)[] =>
	[...(routine?.steps.values() ?? [])].map((step) => (step.kind === "think" ? step.model : undefined));

const MOST_NAMED = 5;

function agentList(ids: Iterable<string>): string {
	const all = [...ids];
	if (all.length === 0) return "";
	const more = all.length > MOST_NAMED ? ` and ${all.length - MOST_NAMED} more` : "";
	return `${all.length === 1 ? "agent" : "agents"} ${all.slice(0, MOST_NAMED).join(", ")}${more}: `;
}
