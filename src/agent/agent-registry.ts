import { HoldfastError } from "../error/index.ts";
import type { Agent, AgentMemory } from "./agent.ts";
import { toAgent } from "./define-agent.ts";
import type { AgentDefinition, MemorySettings } from "./definition.ts";
import { DEFAULT_MEMORY, toMemory } from "./to-memory.ts";

/** All defined agents. */
export interface AgentRegistry {
	/** Rejects with `not_found` and lists the defined agents. */
	get(id: string): Promise<Agent>;
	/** In the order of their definitions or files. */
	list(): Promise<Agent[]>;
	/** The memory settings of agents that set none, and of agents that are not defined. */
	readonly memory: AgentMemory;
	/** Closes the toolsets. */
	close(): Promise<void>;
}

/** A source of agents: a list of definitions, or an `AgentFolder`. */
export interface AgentSource {
	get(id: string): Promise<Agent | undefined>;
	list(): Promise<Agent[]>;
	close(): Promise<void>;
}

/** The agents of a list of definitions. Throws on any problem with them. */
export function listedAgents(definitions: readonly AgentDefinition[]): AgentSource {
	if (!Array.isArray(definitions)) {
		throw new HoldfastError("invalid", "agents: must be a list of definitions, or the path of a folder");
	}
	const agents = new Map<string, Agent>();
	for (const definition of definitions) {
		const agent = toAgent(definition);
		if (agents.has(agent.id)) {
			throw new HoldfastError("invalid", `agents: two agents have the id "${agent.id}"; rename one`, {
				agentId: agent.id,
			});
		}
		agents.set(agent.id, agent);
	}
	return {
		get: async (id) => agents.get(id),
		list: async () => [...agents.values()],
		close: () => closeToolsets([...agents.values()]),
	};
}

/** Closes all toolsets, even if one fails. Rejects with the error at the end. */
export async function closeToolsets(agents: readonly Agent[]): Promise<void> {
	const toolsets = new Set(agents.flatMap((agent) => agent.toolsets));
	const closed = await Promise.allSettled([...toolsets].map((toolset) => toolset.close()));
	const failed = closed.find((result) => result.status === "rejected");
	if (failed) throw failed.reason;
}

/** A registry. Rejects if an agent names a sub-agent that does not exist. */
export async function agentRegistry(
	source: AgentSource,
	memory: AgentMemory = DEFAULT_MEMORY,
): Promise<AgentRegistry> {
	checkReferences(await source.list());
	const remembering = (agent: Agent): Agent =>
		memory === DEFAULT_MEMORY ? agent : { ...agent, memory: memoryOver(agent.givenMemory, memory) };
	return {
		memory,
		async get(id) {
			const agent = await source.get(id);
			if (agent) return remembering(agent);
			throw unknownAgent(id, await source.list());
		},
		list: async () => (await source.list()).map(remembering),
		close: () => source.close(),
	};
}

/** An agent with its own settings has memory, even if the default is `false`. */
function memoryOver(given: MemorySettings | false | undefined, usual: AgentMemory): AgentMemory {
	return toMemory(given, given && !usual.active ? DEFAULT_MEMORY : usual);
}

const MAX_NAMED = 20;

function unknownAgent(id: string, known: readonly Agent[]): HoldfastError {
	const named: string[] = known.slice(0, MAX_NAMED).map((agent) => agent.id);
	if (known.length > MAX_NAMED) named.push(`and ${known.length - MAX_NAMED} more`);
	const help =
		known.length > 0
			? `defined agents: ${named.join(", ")}`
			: "no agents are defined; pass holdfast({ agents: … })";
	return new HoldfastError("not_found", `there is no agent "${id}"; ${help}`, { agentId: id });
}

function checkReferences(agents: readonly Agent[]): void {
	const ids = new Set<string>(agents.map((agent) => agent.id));
	const broken = agents.flatMap((agent) =>
		agent.agents
			.filter(({ agent: named }) => !ids.has(named))
			.map(({ agent: named }) => {
				const where = agent.file === undefined ? "" : ` (${agent.file})`;
				return `agent ${agent.id}${where} names the sub-agent "${named}", which does not exist`;
			}),
	);
	if (broken.length === 0) return;
	const message = `${broken.join("; ")}; defined agents: ${[...ids].join(", ")}`;
	throw new HoldfastError("invalid", message, { missing: broken });
}
