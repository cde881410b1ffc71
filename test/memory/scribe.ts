import { type ScriptedModel, type ScriptedTurn, scriptedModel } from "../../src/testing/index.ts";

/** What a scribe is asked to compare. */
export interface Comparison {
	fresh: string;
	known: { id: string; content: string }[];
}

export interface Verdict {
	relation: "same" | "contradicts" | "related" | "different";
	id?: string;
	content?: string;
}

export interface ScribeOptions {
	/** Default: nothing is like anything. */
	judge?(comparison: Comparison): Verdict;
	/** Called before each answer; what it gives is answered instead. */
	before?(call: {
		extracts: boolean;
		index: number;
	}): ScriptedTurn | undefined | Promise<ScriptedTurn | undefined>;
}

interface Line {
	offset: number;
	role: string;
	text: string;
}

const between = (text: string, tag: string): string[] => {
	const start = text.indexOf(`<${tag}>\n`) + tag.length + 3;
	return text.slice(start, text.lastIndexOf(`\n</${tag}>`)).split("\n");
};

/** Lines that say `note: …`, or `note {…}` with more than the content, are facts. */
function factsOf(lines: readonly Line[]): object[] {
	return lines.flatMap(({ offset, text }) => {
		const [, plain, json] = /^note(?:: (.*)| (\{.*\}))$/s.exec(text) ?? [];
		if (plain === undefined && json === undefined) return [];
		const given = json === undefined ? { content: plain } : (JSON.parse(json) as object);
		return [
			{
				...{ kind: "other", importance: 0.6, confidence: 0.8, sources: [offset] },
				...{ validFrom: null, validTo: null, corrects: null, ...given },
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
		const extracts = text.includes("<lines>");
		const instead = await before?.({ extracts, index });
		if (instead) return instead;
		if (extracts) {
			const lines = between(text, "lines").map((line) => JSON.parse(line) as Line);
			return JSON.stringify({ facts: factsOf(lines) });
		}
		const [first, ...rest] = between(text, "statements").map((line) => JSON.parse(line));
		const known = rest.map(({ id, known }) => ({ id, content: known }));
		const verdict = judge?.({ fresh: first.new, known }) ?? { relation: "different" };
		return JSON.stringify({ id: null, content: null, ...verdict });
	});
}

/** Says the same of statements that a test means the same by. */
export const sameWhere =
	(isSame: (a: string, b: string) => boolean, relation: Verdict["relation"] = "same") =>
	({ fresh, known }: Comparison): Verdict => {
		const found = known.find(({ content }) => isSame(fresh, content));
		return found ? { relation, id: found.id } : { relation: "different" };
	};
