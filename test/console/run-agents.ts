import { z } from "zod";
import { type AgentDefinition, defineAgent, tool } from "../../src/index.ts";
import { scriptedModel } from "../../src/testing/scripted-model.ts";

/** How many calls the busy agent makes in one step. */
export const BUSY_CALLS = 210;

const remember = tool({
	name: "remember",
	description: "Keeps a fact",
	input: z.object({ fact: z.string() }),
	execute: async ({ fact }, { memory }) => ({ id: await memory.write(fact) }),
});

const lookUp = tool({
	name: "look_up",
	description: "Looks in the memory",
	input: z.object({ query: z.string() }),
	execute: async ({ query }, { memory }) => ({ found: (await memory.search(query)).hits.length }),
});

const note = tool({
	name: "note",
	description: "Takes a note",
	input: z.object({ no: z.number() }),
	execute: async ({ no }) => `noted ${no}`,
});

/** Agents whose runs have more in them than a question and an answer: writes, searches, other agents, failures, many spans. */
export const runAgents = (): AgentDefinition[] => [
	defineAgent({
		id: "clerk",
		model: scriptedModel(({ index }) => {
			if (index % 3 === 2) return "I keep that in mind.";
			if (index % 3 === 1)
				return { toolCalls: [{ name: "look_up", input: { query: "What does the customer collect?" } }] };
			return {
				toolCalls: [
					{ name: "remember", input: { fact: "The customer collects first editions." } },
					{ name: "reader", input: { input: "Recommend a first edition." } },
				],
			};
		}),
		tools: [remember, lookUp],
		agents: [{ agent: "reader" }],
	}),
	defineAgent({
		id: "reader",
		description: "Knows books",
		model: scriptedModel(() => "Try Dune, 1965."),
		memory: false,
	}),
	defineAgent({
		id: "broken",
		model: scriptedModel(() => ({ error: new Error("the provider is on fire <b>now</b>") })),
		settings: { maxRetries: 0 },
	}),
	defineAgent({
		id: "slow",
		// Until it is cancelled.
		model: scriptedModel(() => ({ text: "At last.", before: () => new Promise<void>(() => {}) })),
		memory: false,
	}),
	defineAgent({
		id: "busy",
		model: scriptedModel(({ index }) =>
			index % 2 === 1
				? "All noted."
				: { toolCalls: Array.from({ length: BUSY_CALLS }, (_, no) => ({ name: "note", input: { no } })) },
		),
		tools: [note],
		memory: false,
	}),
];
