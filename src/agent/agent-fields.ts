import { z } from "zod";
import { agentId, keyText, labelText } from "../event/index.ts";
import { MEMORY_TOOLS } from "./memory-tool-names.ts";

/** The zod error of a field: `is missing; must be …` if there is no value, `must be …` if it is wrong. */
export const must = (be: string) => ({
	error: (issue: { input?: unknown }) =>
		issue.input === undefined ? `is missing; must be ${be}` : `must be ${be}`,
});

export const text = (be = "text") => z.string(must(be));

/** The longest delay of a timer, in milliseconds. */
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
		'An access rule, e.g. role == "admin". Names are variables of the user; state.x reads state. Enforced in code.',
	);

export const subAgentFields = () => ({
	agent: agentId.describe("The id of another agent that this one can call like a tool."),
	description: text()
		.describe("What the agent is for, as the calling model sees it. Default: its own description.")
		.optional(),
	allow: rule().optional(),
	state: choice(["shared", "own"])
		.describe(
			"shared (default): it reads and writes the state of the calling session. own: it has its own session state.",
		)
		.optional(),
	ids: choice(["derived", "same"])
		.describe(
			"derived (default): a separate history for each calling session. same: it continues the user's own session with it.",
		)
		.optional(),
});

const OBJECT = "an object of settings";

export const memoryFields = () =>
	z.strictObject(
		{
			save: choice(["full", "input_output"])
				.describe(
					"full (default): replays every message, tool call and tool result. input_output: replays only the user's messages and the final answers.",
				)
				.optional(),
			recall: choice(["all", "relevant", "both"])
				.describe(
					"Which earlier messages of the session go into the prompt. all (default): the most recent. relevant: those that match the input. both: the two together.",
				)
				.optional(),
			limit: whole(0, 1_000)
				.describe("Maximum number of replayed messages in the prompt. 0 replays nothing. Default 100.")
				.optional(),
			messageLimit: whole(1, 10_000)
				.describe("Maximum number of messages that one read from the store returns. Default 1000.")
				.optional(),
			facts: z
				.union(
					[z.enum(["user", "agent", "session"]), z.literal(false)],
					must("user, agent, session or false"),
				)
				.describe(
					"The owner of the facts that are extracted from sessions: user (default), agent (shared by all its users) or session. false: no facts are extracted or recalled.",
				)
				.optional(),
			space: labelText
				.min(1, { error: "must not be empty" })
				.describe("The name of a memory that several agents share.")
				.optional(),
			tokenBudget: whole(0)
				.describe("Maximum number of tokens of replayed messages in the prompt (estimated). Default 32000.")
				.optional(),
			factBudget: whole(0)
				.describe(
					"Maximum number of tokens of facts in the prompt (estimated). 0 recalls no facts. Default 1000.",
				)
				.optional(),
			excerptBudget: whole(0)
				.describe(
					"Maximum number of tokens of excerpts in the prompt (estimated): messages of the user's other sessions, and of this session if they are not replayed. 0 recalls no excerpts. Default 1500.",
				)
				.optional(),
			untrusted: choice(["quarantine", "drop"])
				.describe(
					"What happens to facts from tools and the web: quarantine (default) keeps them for review, drop discards them.",
				)
				.optional(),
			redact: flag()
				.describe("Removes passwords, keys and card numbers from facts before they are stored. Default true.")
				.optional(),
			consolidateAfter: z
				.union(
					[z.number().min(0).max(525_600), z.literal(false)],
					must("a number of minutes from 0 to 525600, or false"),
				)
				.describe(
					"Facts are extracted from a session after this many minutes without a new message. Default 30. false: only when the session is ended.",
				)
				.optional(),
			extractor: text()
				.regex(/^(?:model|rules|[^/\s]+\/\S+)$/, {
					error: 'must be model, rules, or another model as "provider/model"',
				})
				.describe(
					"What extracts facts: model (the agent's own), rules (built in, for English), or another model as provider/model. Default: the server's model, or else the agent's own.",
				)
				.optional(),
			extractInstructions: text()
				.max(10_000, { error: "must have at most 10000 characters" })
				.describe(
					"Additional instructions for the model that extracts facts, e.g. which facts matter to you.",
				)
				.optional(),
			tools: z
				.union(
					[z.boolean(), z.array(z.enum(MEMORY_TOOLS))],
					must("true, false or a list of remember, recall and forget"),
				)
				.describe(
					"Gives the model memory tools: true for remember, recall and forget, or a list of some of them. Default false.",
				)
				.optional(),
			summarize: flag()
				.describe("Keeps a summary of the messages that no longer fit into the prompt. Default false.")
				.optional(),
			embedder: flag()
				.describe(
					"Whether runs also recall by meaning if an embedder is configured. Default true. false: by words only.",
				)
				.optional(),
		},
		must(OBJECT),
	);

/** The schema of an agent's memory settings. `hint` is added to the error for a value that is neither. */
export const memorySettings = (hint = "") =>
	z.union([z.literal(false), memoryFields()], must(`false or an object of settings${hint}`));

const settingsFields = () =>
	z.strictObject(
		{
			temperature: between(0, 2).describe("How random the output is. Default: the provider's.").optional(),
			maxOutputTokens: whole(1)
				.describe("Maximum length of one answer, in tokens. Default: the provider's.")
				.optional(),
			topP: between(0, 1)
				.describe(
					"Nucleus sampling: the model picks from the most likely tokens that add up to this probability.",
				)
				.optional(),
			seed: whole(Number.MIN_SAFE_INTEGER)
				.describe("Makes answers repeatable, with providers that support it.")
				.optional(),
			maxRetries: whole(0, 10)
				.describe(
					"How many times a failed model call is retried. Only transient failures are retried. Default 2.",
				)
				.optional(),
			promptCache: flag()
				.describe(
					"Marks the stable beginning of each prompt as cacheable, for models that cache only on request (Anthropic). Default true.",
				)
				.optional(),
			providerOptions: z
				.record(z.string(), z.record(z.string(), z.unknown()), must("objects of options by provider"))
				.describe("Options of a provider, by the provider's name. They are passed on unchanged.")
				.optional(),
		},
		must(OBJECT),
	);

/** The fields that manifests and code have in common. */
export const agentFields = () => ({
	id: agentId.describe(
		"The name of the agent, unique among your agents. Sessions and memory belong to this id: do not change it.",
	),
	description: text().describe("What the agent is for. Agents that can call this one read it.").optional(),
	settings: settingsFields().describe("Settings for calling the model.").optional(),
	instructions: text()
		.describe("The system prompt. {key} and {key?} are replaced with the user's variables and state.")
		.optional(),
	memory: memorySettings()
		.describe("What the agent remembers. false: nothing is replayed, recalled or extracted.")
		.optional(),
	reply: z
		.union(
			[
				z.boolean(),
				z.strictObject({ maxPerRun: whole(1, 10_000).describe("Maximum number of replies in one run.") }),
			],
			must("true, false or { maxPerRun: 50 }"),
		)
		.describe(
			"Gives the model a reply tool, which sends a message to the user before the run ends. Default false. true allows 50 replies per run.",
		)
		.optional(),
	allow: rule().optional(),
	outputKey: keyText.describe("A state key. The final text of each run is also saved there.").optional(),
	maxSteps: whole(1, 1_000)
		.describe("How many times a run calls the model before the model must answer without tools. Default 20.")
		.optional(),
	timeoutMs: milliseconds()
		.describe("Maximum duration of a run, in milliseconds. Default 600000.")
		.optional(),
});
