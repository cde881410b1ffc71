import type { MemorySettings } from "holdfast";

/**
 * Settings with a value for every field, as the form needs them. `facts: "none"`, `space: ""` and
 * `consolidateAfter: "never"` mean that there is none. `extractor: ""` and `extractInstructions: ""` keep the value of
 * the definition. `tools` is a list of names, separated by spaces.
 */
export interface Whole {
	save: "full" | "input_output";
	recall: "all" | "relevant" | "both";
	limit: number;
	facts: "user" | "agent" | "session" | "none";
	space: string;
	embedder: boolean;
	tokenBudget: number;
	factBudget: number;
	excerptBudget: number;
	messageLimit: number;
	summarize: boolean;
	untrusted: "quarantine" | "drop";
	redact: boolean;
	consolidateAfter: string;
	extractor: string;
	extractInstructions: string;
	tools: string;
}

export type FieldName = keyof Whole;

/** The defaults of the library. */
const DEFAULTS: Whole = {
	save: "full",
	recall: "all",
	limit: 100,
	facts: "user",
	space: "",
	embedder: true,
	tokenBudget: 32_000,
	factBudget: 1_000,
	excerptBudget: 1_500,
	messageLimit: 1_000,
	summarize: false,
	untrusted: "quarantine",
	redact: true,
	consolidateAfter: "30",
	extractor: "",
	extractInstructions: "",
	tools: "",
};

const NEVER = "never";
export const MEMORY_TOOLS = ["remember", "recall", "forget"] as const;
/** Fields that can be changed but not removed: if empty, the definition's value applies. */
const KEPT_WHEN_EMPTY: ReadonlySet<FieldName> = new Set(["extractor", "extractInstructions"]);

/** The limit of memory that is enabled here: small, so that it costs little. */
const FIRST_LIMIT = 10;

const NUMBERS = ["limit", "tokenBudget", "factBudget", "excerptBudget", "messageLimit"] as const;
type NumberName = (typeof NUMBERS)[number];

/** The state of the form. Numbers are text, as typed. */
export type Draft = Omit<Whole, NumberName> & Record<NumberName, string> & { enabled: boolean };

export type Wrong = Partial<Record<FieldName, string>>;

export function wholeOf(memory: MemorySettings | false): Whole {
	if (memory === false) return DEFAULTS;
	const { facts, consolidateAfter, tools = [], ...said } = memory;
	const given = Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined));
	const names = typeof tools === "boolean" ? (tools ? MEMORY_TOOLS : []) : tools;
	return {
		...DEFAULTS,
		...given,
		tools: names.join(" "),
		facts: facts === false ? "none" : (facts ?? DEFAULTS.facts),
		...(consolidateAfter !== undefined && {
			consolidateAfter: consolidateAfter === false ? NEVER : String(consolidateAfter),
		}),
	};
}

export function draftOf(memory: MemorySettings | false, defined: MemorySettings | false): Draft {
	const whole = wholeOf(memory === false ? defined : memory);
	return {
		...whole,
		enabled: memory !== false,
		limit: String(memory === false ? FIRST_LIMIT : whole.limit),
		tokenBudget: String(whole.tokenBudget),
		factBudget: String(whole.factBudget),
		excerptBudget: String(whole.excerptBudget),
		messageLimit: String(whole.messageLimit),
	};
}

/** The form as settings, and the errors of its fields. */
export function readDraft(draft: Draft): { whole: Whole; wrong: Wrong } {
	const wrong: Wrong = {};
	const { enabled: _, ...whole } = draft;
	const numbers = {} as Record<NumberName, number>;
	for (const name of NUMBERS) {
		const text = draft[name].trim().replaceAll(/[,_ ]/g, "");
		if (!/^\d+$/.test(text)) wrong[name] = "Enter a whole number, e.g. 10.";
		numbers[name] = Number(text);
	}
	const consolidateAfter = draft.consolidateAfter.trim().toLowerCase();
	if (consolidateAfter !== NEVER && !/^\d+(\.\d+)?$/.test(consolidateAfter))
		wrong.consolidateAfter = `Enter a number of minutes, or ${NEVER}.`;
	const extractor = draft.extractor.trim();
	return { whole: { ...whole, ...numbers, consolidateAfter, extractor }, wrong };
}

export const sameDraft = (a: Draft, b: Draft): boolean =>
	(Object.keys(a) as (keyof Draft)[]).every((name) => a[name] === b[name]);

/** The fields that differ from the definition. */
export function differences(whole: Whole, defined: MemorySettings | false): FieldName[] {
	const base = wholeOf(defined);
	return (Object.keys(base) as FieldName[]).filter(
		(name) => whole[name] !== base[name] && !(whole[name] === "" && KEPT_WHEN_EMPTY.has(name)),
	);
}

/**
 * The override of the definition: only fields that differ, so that the rest follows a changed definition. null: no
 * difference.
 */
export function overrideOf(
	enabled: boolean,
	whole: Whole,
	defined: MemorySettings | false,
): MemorySettings | false | null {
	if (!enabled) return defined === false ? null : false;
	const names = differences(whole, defined);
	if (names.length === 0 && defined !== false) return null;
	const { facts, consolidateAfter, tools, ...said } = whole;
	const given = {
		...said,
		facts: facts === "none" ? (false as const) : facts,
		consolidateAfter: consolidateAfter === NEVER ? (false as const) : Number(consolidateAfter),
		tools: tools.split(" ").filter((name) => name !== ""),
	};
	return Object.fromEntries(names.map((name) => [name, given[name]])) as MemorySettings;
}
