import { type ScriptedModel, type ScriptedTurn, scriptedModel } from "../../src/testing/index.ts";

/** What a scribe is asked to compare. */
export interface Comparison {
	fresh: string;
	known: { id: string; content: string }[];
}

export interface Verdict {
	relation: "same" | "more_exact" | "contradicts" | "related" | "new";
	id?: string;
	/** What to write for both. */
	content?: string;
}

export interface ScribeOptions {
	/** Default: nothing is like anything. */
	judge?(comparison: Comparison): Verdict;
	/** Called before each answer; what it gives is answered instead. */
	before?(call: { index: number }): ScriptedTurn | undefined | Promise<ScriptedTurn | undefined>;
}

interface Line {
	line: number;
	role: string;
	text: string;
}

interface Written {
	content: string;
	sources: number[];
}

const between = (text: string, tag: string): string[] => {
	const start = text.indexOf(`<${tag}>\n`);
	if (start < 0) return [];
	return text.slice(start + tag.length + 3, text.lastIndexOf(`\n</${tag}>`)).split("\n");
};

const parsed = (text: string): unknown => (text.startsWith("[") ? JSON.parse(text) : text);

/** Lines that say `note: …` are facts; more than the content may stand behind it, as in `| validTo=2026-03-05`. */
function factsOf(lines: readonly Line[]): Written[] {
	return lines.flatMap(({ line, text }) => {
		const [content, ...more] = /^note: (.*)$/s.exec(text)?.[1]?.split(" | ") ?? [];
		if (content === undefined) return [];
		const given = Object.fromEntries(
			more.map((one) => one.split("=")).map(([key, value = ""]) => [key, parsed(value)]),
		);
		return [
			{
				content,
				kind: "other",
				importance: 0.6,
				confidence: 0.8,
				sources: [line],
				validFrom: null,
				validTo: null,
				corrects: null,
				...given,
			},
		];
	});
}

/** A model for consolidation that does as the conversation says, and compares as it is told. */
export function scribe({ judge, before }: ScribeOptions = {}): ScriptedModel {
	return scriptedModel(async ({ prompt, index }) => {
		const text = prompt
			.flatMap(({ content }) =>
				typeof content === "string"
					? []
					: content.flatMap((part) => (part.type === "text" ? [part.text] : [])),
			)
			.join("\n");
		const instead = await before?.({ index });
		if (instead) return instead;
		const known = between(text, "known").map((line) => {
			const { fact, content } = JSON.parse(line);
			return { id: String(fact), content };
		});
		const facts: Written[] = [];
		for (const fact of factsOf(between(text, "lines").map((line) => JSON.parse(line) as Line))) {
			// What one answer says twice is one fact of it.
			const own = facts.map(({ content }, at) => ({ id: `own ${at}`, content }));
			const verdict = judge?.({ fresh: fact.content, known: [...known, ...own] }) ?? { relation: "new" };
			const { relation, id, content = fact.content } = verdict;
			const said = id?.startsWith("own ") ? facts[Number(id.slice(4))] : undefined;
			if (said && relation === "same") said.sources.push(...fact.sources);
			else if (said)
				facts.push({ ...fact, ...(relation === "contradicts" && { corrects: said.content }) } as Written);
			else
				facts.push({
					...fact,
					content,
					relation,
					fact: id === undefined ? null : Number(id),
				} as Written);
		}
		return JSON.stringify({ facts });
	});
}

/** Says the same of statements that a test means the same by. */
export const sameWhere =
	(isSame: (a: string, b: string) => boolean, relation: Verdict["relation"] = "same") =>
	({ fresh, known }: Comparison): Verdict => {
		const found = known.find(({ content }) => isSame(fresh, content));
		return found ? { relation, id: found.id } : { relation: "new" };
	};
