import { type BannedForm, bannedForms } from "./banned-forms.ts";
import { lineAt, type Passage } from "./passage.ts";

export interface Match {
	line: number;
	/** The words of the text that match. */
	words: string;
	reason: string;
	instead: string;
}

/** A line break between two words is no reason to miss a form. */
const compile = ({ source, flags }: RegExp): RegExp =>
	new RegExp(source.replaceAll(" ", "\\s+"), `${flags}g`);

const compiled: readonly { form: BannedForm; pattern: RegExp }[] = bannedForms.map((form) => ({
	form,
	pattern: compile(form.pattern),
}));

const MOST_CHARACTERS = 60;

function shorten(words: string): string {
	const line = words.replace(/\s+/g, " ").trim();
	return line.length > MOST_CHARACTERS ? `${line.slice(0, MOST_CHARACTERS - 1)}…` : line;
}

/** Comments and strings may begin with a label: "What it costs." */
function isOpening({ kind, text }: Passage, position: number): boolean {
	return (kind === "comment" || kind === "string") && text.slice(0, position).trim() === "";
}

/** The banned forms in a passage, in their order. Two patterns for the same words are one match. */
export function findForms(passage: Passage): Match[] {
	const found: (Match & { start: number; end: number })[] = [];
	for (const { form, pattern } of compiled) {
		if (form.except?.some((kind) => kind === passage.kind)) continue;
		for (const { 0: words, index: start } of passage.text.matchAll(pattern)) {
			if (form.except?.includes("opening") && isOpening(passage, start)) continue;
			const end = start + words.length;
			const { reason, instead } = form;
			if (found.some((other) => other.reason === reason && other.start < end && start < other.end)) continue;
			found.push({ start, end, line: lineAt(passage, start), words: shorten(words), reason, instead });
		}
	}
	return found.sort((a, b) => a.start - b.start).map(({ start: _, end: __, ...match }) => match);
}
