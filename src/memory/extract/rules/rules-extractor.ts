import { type Extraction, type Extractor, isPerson, type Line } from "../extraction.ts";
import { isPlayed } from "./is-statement.ts";
import { ownWords } from "./own-words.ts";
import { readAnswer } from "./read-answer.ts";
import { applyCorrection, type Correction, readCorrection } from "./read-correction.ts";
import { readInstruction } from "./read-instruction.ts";
import type { Mention } from "./read-my.ts";
import { readOtherLanguage } from "./read-other-language.ts";
import { readSentence } from "./read-sentence.ts";
import { readUntrusted } from "./read-untrusted.ts";
import { type Sentence, splitSentences } from "./split-sentences.ts";
import { type Person, personOf, type Statement } from "./statement.ts";

/** How many lines back a correction can reach. */
const REACH = 6;

/** An earlier sentence of a person, for corrections. */
interface Said {
	sentence: Sentence;
	line: Line;
	person: Person;
}

/**
 * The built-in extractor. It uses rules, not a model. It extracts what people say about themselves in plain
 * English, and some of it in German, French and Spanish. In doubt it extracts nothing. The same lines always give
 * the same statements. From "I'm Ada and I live in Berlin." it extracts "The user's name is Ada." and "The user
 * lives in Berlin."
 */
export function rulesExtractor(): Extractor {
	return {
		name: "holdfast-rules-1",
		async extract(lines, { signal, known = [] } = {}) {
			const recalled = new Set(known.map(keyOf));
			const found = new Map<string, Extraction>();
			const said: Said[] = [];
			let question: { text: string; line: Line } | undefined;
			let played = false;
			for (const line of lines) {
				signal?.throwIfAborted();
				if (!line.trusted || line.role === "tool") {
					for (const statement of readUntrusted(line.text)) add(found, statement, [line], false);
					continue;
				}
				if (!isPerson(line)) {
					if (line.role === "assistant") question = lastQuestion(line);
					continue;
				}
				const text = ownWords(line.text);
				played = isPlayed(text, played);
				if (!played) {
					readLine(line, text, question, said, (statement, from) => {
						// If the agent asks about a fact that it recalled, a yes is no new fact.
						if (!from.every(isPerson) && recalled.has(keyOf(statement.content))) return;
						add(found, statement, from, true);
					});
				}
				question = line.speaker === undefined ? undefined : lastQuestion(line);
			}
			return [...found.values()];
		},
	};
}

type Add = (statement: Statement, from: readonly Line[]) => void;

function readLine(
	line: Line,
	text: string,
	question: { text: string; line: Line } | undefined,
	said: Said[],
	give: Add,
): void {
	const person = personOf(line.speaker);
	let mentions: Mention[] = [];
	for (const [index, sentence] of splitSentences(text).entries()) {
		const instruction = readInstruction(sentence.text, person);
		if (instruction) {
			give(instruction, [line]);
			continue;
		}
		const correction = sentence.isQuestion ? undefined : readCorrection(sentence.text);
		if (correction && correct(correction, said, line, give)) continue;
		const reading = readSentence(sentence, person, line.at, mentions);
		mentions = reading.mentions;
		for (const statement of reading.statements) give(statement, [line]);
		if (reading.statements.length === 0 && !sentence.isQuestion) {
			for (const statement of readOtherLanguage(sentence.text, person)) give(statement, [line]);
			if (
				index === 0 &&
				question &&
				(question.line.role !== line.role || question.line.speaker !== line.speaker)
			) {
				for (const statement of readAnswer(question.text, sentence.text, person, line.at))
					give(statement, [question.line, line]);
			}
		}
		said.push({ sentence, line, person });
		if (said.length > REACH) said.shift();
	}
}

/** Applies a correction to an earlier sentence. Returns whether that sentence was found. */
function correct(correction: Correction, said: readonly Said[], line: Line, give: Add): boolean {
	for (const { sentence, line: from, person } of said.toReversed()) {
		if (from.speaker !== line.speaker) continue;
		const meant = applyCorrection(sentence.text, correction);
		if (meant === undefined) continue;
		const before = readSentence(sentence, person, from.at).statements;
		const after = readSentence({ ...sentence, text: meant }, person, from.at).statements;
		const changed = after.filter(({ content }) => !before.some((old) => old.content === content));
		if (changed.length === 0) continue;
		for (const statement of changed) {
			const old = before.find(
				({ kind, content }) => kind === statement.kind && !after.some((each) => each.content === content),
			);
			give({ ...statement, ...(old && { corrects: old.content }) }, [from, line]);
		}
		return true;
	}
	return false;
}

function lastQuestion(line: Line): { text: string; line: Line } | undefined {
	const last = splitSentences(line.text.slice(-1_000)).at(-1);
	return last?.isQuestion ? { text: last.text.replace(/[’]/g, "'"), line } : undefined;
}

const keyOf = (content: string): string =>
	content
		.toLowerCase()
		.replace(/[^\p{L}\p{N}]+/gu, " ")
		.trim();

/** Merges equal statements and keeps the sources of both. */
function add(
	found: Map<string, Extraction>,
	statement: Statement,
	from: readonly Line[],
	trusted: boolean,
): void {
	const key = `${trusted} ${keyOf(statement.content)}`;
	const offsets = from.map(({ offset }) => offset);
	const same = found.get(key);
	const sources = [...new Set([...(same?.sources ?? []), ...offsets])].sort((a, b) => a - b);
	const confidence = Math.max(same?.confidence ?? 0, Math.round(statement.confidence * 100) / 100);
	found.set(key, { ...same, ...statement, confidence, sources, trusted });
}
