import type { Memory, Scene } from "./read-prompt.ts";
import { countShared, meaningfulWords } from "./words.ts";

/** Kinds of questions about oneself, and what answers them. */
const ABOUT_ONESELF: readonly { asks: RegExp; answers: RegExp; variable: RegExp; all?: true }[] = [
	{
		asks: /\bmy name\b|\bwho am i\b|\bwho i am\b|\bam i called\b/i,
		// "I am Ada", but not "I am tired".
		answers:
			/\b[Mm]y name(?: is|['’]s)\b|\b[Cc]all me\b|\bI(?: am|['’]m) \p{Lu}\p{L}+|\buser['’]s (?:first )?name is\b|\buser wants to be called\b/u,
		variable: /name$/i,
	},
	{
		asks: /\bwhere (?:do|did) i live\b|\bwhere am i from\b|\bmy (?:home|city|address)\b|\bwhere i live\b/i,
		answers:
			/\bi(?: now)? live\b|\bi (?:moved|come|am) (?:to|from)\b|\bi['’]m from\b|\bmy (?:address|home|city) is\b|\buser (?:now )?(?:lives|moved to|is from|comes from)\b/i,
		variable: /city|address|country|location/i,
	},
	{
		asks: /\bwhat(?: else)? (?:do|did|things do) i (?:like|love|prefer|enjoy)\b|\bmy (?:likes|preferences)\b|\bwhat i like\b/i,
		answers:
			/\bi (?:\w+ )?(?:like|love|prefer|enjoy)\b|\bmy favou?rite\b|\buser (?:\w+ )?(?:likes|loves|prefers|enjoys)\b|\buser['’]s favou?rite\b/i,
		variable: /prefer|favou?rite|likes/i,
		all: true,
	},
];

/** Questions for everything. */
const ABOUT_ALL =
	/\bwhat (?:do|did|can) you (?:know|remember|recall)\b(?! about (?!me\b))|\bwhat (?:did|have) i (?:say|said|tell|told)(?: you)?(?: so far| before| about me| earlier)?\s*\?*$/i;

const QUESTION = new RegExp(
	[
		"[?？]\\s*$",
		"^(?:and |so |please )?(?:what|what['’]?s|who|whom|whose|where|when|why|how|which|do|does|did|is|are|am|was|were|can|could|will|would|should|have|has)\\b",
		// Requests to do something.
		"^(?:please )?(?:tell|remind(?! me (?:that|to)\\b)|show|give|list|print|write|explain|translate|help|find|search|look|repeat|ignore|reveal|summari[sz]e|describe|calculate|compute|create|draft|send|add|check|suggest|recommend|plan)\\b",
	].join("|"),
	"i",
);

/** Whether a text is a question or a request, and nothing to remember. */
export const isQuestion = (text: string): boolean => QUESTION.test(text.trim());

/** What answers a question, best first; empty if nothing does. `sure` is false if it is only a near match. */
export interface Found {
	memories: Memory[];
	sure: boolean;
}

const MOST = 4;

export function searchMemory(question: string, { memories }: Pick<Scene, "memories">): Found {
	// Newest first: later statements count.
	const known = memories.filter(isStatement).toReversed();
	if (ABOUT_ALL.test(question.trim())) {
		return { memories: different(known.filter(isAboutUser)).slice(0, MOST), sure: true };
	}
	for (const { asks, answers, variable, all } of ABOUT_ONESELF) {
		if (!asks.test(question)) continue;
		const fitting = known.filter(({ from, text }) =>
			from === "variable"
				? variable.test(text.split(":")[0] ?? "")
				: from !== "assistant" && answers.test(text),
		);
		if (fitting.length > 0) return { memories: different(fitting).slice(0, all ? MOST : 1), sure: true };
	}
	return searchByWords(question, known);
}

/** Questions answer nothing, nor do the demo model's own statements about its memory. */
function isStatement({ from, text }: Memory): boolean {
	if (from === "user") return !isQuestion(text);
	return (
		from !== "assistant" ||
		!/^(?:you told me|noted|nothing in|i am not sure|i know|hello|you are welcome|i said|i remember)/i.test(
			text,
		)
	);
}

const isAboutUser = ({ from, text }: Memory): boolean =>
	from === "user" ? /\b(?:i|my|me|mine|i['’]m)\b/i.test(text) : from !== "assistant";

function different(memories: readonly Memory[]): Memory[] {
	const seen = new Set<string>();
	return memories.filter(({ text }) => {
		const key = text
			.toLowerCase()
			.replace(/[^\p{L}\p{N}]+/gu, " ")
			.trim();
		return !seen.has(key) && seen.add(key);
	});
}

function searchByWords(question: string, known: readonly Memory[]): Found {
	const asked = meaningfulWords(question);
	let best: { memory: Memory; score: number; shared: number } | undefined;
	for (const memory of known) {
		const shared = countShared(asked, meaningfulWords(memory.text));
		// The user's own words count more than what was said to them.
		const score = shared - (memory.from === "assistant" ? 0.5 : 0);
		if (shared > 0 && score > (best?.score ?? 0)) best = { memory, score, shared };
	}
	const covered = best ? best.shared / asked.size : 0;
	if (best && covered >= 0.3) return { memories: [best.memory], sure: covered > 0.5 };
	// Excerpts are in the prompt because they fit the question, in whatever words.
	const quoted = known.find(({ from, on }) => from === "user" && on !== undefined);
	return { memories: quoted ? [quoted] : [], sure: false };
}
