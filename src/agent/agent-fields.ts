import { z } from "zod";
import { agentId, keyText, labelText } from "../event/index.ts";
import { MEMORY_TOOLS } from "./memory-tool-names.ts";

/** `is missing` where nothing was given, else what it must be. */
export const must = (be: string) => ({
	error: (issue: { input?: unknown }) =>
		issue.input === undefined ? `is missing; must be ${be}` : `must be ${be}`,
});

export const text = (be = "text") => z.string(must(be));

/** The longest time a timer can wait. */
const MAX_TIMER_MS = 2_147_483_647;

export function whole(min: number, max = Number.MAX_SAFE_INTEGER) {
	const from = min === Number.MIN_SAFE_INTEGER ? "" : ` from ${min}`;
	const said = must(`a whole number${from}${max === Number.MAX_SAFE_INTEGER ? "" : ` to ${max}`}`);
	return z.int(said).min(min, said).max(max, said);
}

export const milliseconds = () => whole(1, MAX_TIMER_MS);

const flag = () => z.boolean(must("true or false"));
const choice = <const T extends readonly string[]>(values: T) =>
	z.enum(values, must(`one of ${values.join(", ")}`));
const between = (min: number, max: number) => {
	const said = must(`a number from ${min} to ${max}`);
	return z.number(said).min(min, said).max(max, said);
};

export const rule = () =>
	text('a rule in quotes, e.g. role == "admin"').describe(
		'An access rule, e.g. role == "admin". Bare names are variables of the user; state is state.x. Enforced in code.',
	);

export const subAgentFields = () => ({
	agent: agentId.describe("The id of another agent, which this one can call like a tool."),
	description: text()
		.describe("What the model is told the agent is for. Default: its own description.")
		.optional(),
	allow: rule().optional(),
	state: choice(["shared", "own"])
		.describe(
			"shared (default): it reads and writes the state of the calling session. own: of its own session.",
		)
		.optional(),
	ids: choice(["derived", "same"])
		.describe(
			"derived (default): a history of its own per calling session. same: it continues the user's own session.",
		)
		.optional(),
});

const OBJECT = "an object of settings";

export const memoryFields = () =>
	z.strictObject(
		{
			save: choice(["full", "input_output"])
				.describe(
					"full (default) replays everything; input_output only what the user said and the final answer.",
				)
				.optional(),
			recall: choice(["all", "relevant", "both"])
				.describe(
					"Which earlier messages enter the prompt: all (default), the most recent; relevant, those that fit the input; both.",
				)
				.optional(),
			limit: whole(0, 1_000)
				.describe("How many earlier messages enter the prompt. 0 replays nothing. Default 100.")
				.optional(),
			messageLimit: whole(1, 10_000)
				.describe("How many messages one call of the store may bring. Default 1000.")
				.optional(),
			facts: z
				.union(
					[z.enum(["user", "agent", "session"]), z.literal(false)],
					must("user, agent, session or false"),
				)
				.describe(
					"Whose facts are made of ended sessions: user (default), agent (known to all users) or session. false: none.",
				)
				.optional(),
			space: labelText
				.min(1, { error: "must not be empty" })
				.describe("A named memory, shared by all agents that name it.")
				.optional(),
			tokenBudget: whole(0)
				.describe("How many tokens of earlier conversation enter the prompt, as estimated. Default 32000.")
				.optional(),
			factBudget: whole(0)
				.describe("How many tokens of facts enter the prompt, as estimated. 0 recalls none. Default 1000.")
				.optional(),
			excerptBudget: whole(0)
				.describe(
					"How many tokens of what was said in the user's other sessions enter the prompt, as estimated. 0 recalls none. Default 1500.",
				)
				.optional(),
			untrusted: choice(["quarantine", "drop"])
				.describe("What becomes of facts from tools and the web: kept for review (default), or not at all.")
				.optional(),
			redact: flag()
				.describe("Take passwords, keys and card numbers out of facts before they are stored. Default true.")
				.optional(),
			consolidateAfter: z
				.union(
					[z.number().min(0).max(525_600), z.literal(false)],
					must("a number of minutes from 0 to 525600, or false"),
				)
				.describe(
					"After how many minutes without a new message facts are made of a session that nobody has ended. Default 30; false: only when it is ended.",
				)
				.optional(),
			extractor: text()
				.regex(/^(?:model|rules|[^/\s]+\/\S+)$/, {
					error: 'must be model, rules, or another model as "provider/model"',
				})
				.describe(
					"What makes facts: model (the agent's own), rules (built in, for English), or another model as provider/model. Default: the server's model, otherwise the agent's own.",
				)
				.optional(),
			extractInstructions: text()
				.max(10_000, { error: "must have at most 10000 characters" })
				.describe("What the model that makes facts is told besides: which facts matter to you, say.")
				.optional(),
			tools: z
				.union(
					[z.boolean(), z.array(z.enum(MEMORY_TOOLS))],
					must("true, false or a list of remember, recall and forget"),
				)
				.describe("Gives the model tools for its memory: remember, recall and forget. Default false.")
				.optional(),
			summarize: flag().describe("Keep a summary of what no longer fits. Default false.").optional(),
			embedder: flag()
				.describe(
					"Whether runs recall by meaning too, where there is an embedder. Default true; false: by words alone.",
				)
				.optional(),
		},
		must(OBJECT),
	);

/** What may be said about an agent's memory, wherever it is said. */
export const memorySettings = () =>
	z.union([z.literal(false), memoryFields()], must("false or an object of settings"));

const settingsFields = () =>
	z.strictObject(
		{
			temperature: between(0, 2).describe("How much the model varies.").optional(),
			maxOutputTokens: whole(1).describe("How long one answer of the model may be.").optional(),
			topP: between(0, 1).describe("How rare the words may be that it picks from.").optional(),
			seed: whole(Number.MIN_SAFE_INTEGER)
				.describe("For answers that repeat, where the provider can.")
				.optional(),
			maxRetries: whole(0, 10)
				.describe("How often a call that failed for no fault of ours is tried again. Default 2.")
				.optional(),
			promptCache: flag()
				.describe(
					"Mark the stable beginning of each prompt for models that cache only on request (Anthropic). Default true.",
				)
				.optional(),
			providerOptions: z
				.record(z.string(), z.record(z.string(), z.unknown()), must("objects of options by provider"))
				.describe("Options of one provider, by its name; passed on as they are.")
				.optional(),
		},
		must(OBJECT),
	);

/** What is the same in a manifest and in code. */
export const agentFields = () => ({
	id: agentId.describe(
		"The name of the agent, unique among all. Sessions and memory belong to it: do not change it.",
	),
	description: text().describe("What the agent is for. Other agents that can call it read this.").optional(),
	settings: settingsFields().describe("How the model is called.").optional(),
	instructions: text()
		.describe("What the model is told. {key} and {key?} are filled from variables and state.")
		.optional(),
	memory: memorySettings()
		.describe("What is remembered and replayed. false: nothing is replayed.")
		.optional(),
	reply: z
		.union(
			[z.boolean(), z.strictObject({ maxPerRun: whole(1, 10_000).describe("How many times a run.") })],
			must("true, false or { maxPerRun: 50 }"),
		)
		.describe(
			"Gives the agent a tool to say something before it is done. Default false; true is 50 times a run.",
		)
		.optional(),
	allow: rule().optional(),
	outputKey: keyText.describe("The final text of a run is also saved under this state key.").optional(),
	maxSteps: whole(1, 1_000)
		.describe("How many times the model is called before it must answer without tools. Default 20.")
		.optional(),
	timeoutMs: milliseconds().describe("How long a run may take. Default 600000.").optional(),
});
