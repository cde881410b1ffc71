import type { SpokenLine } from "../recall/read-message.ts";
import { holdsQuestion } from "../text/is-question.ts";

/** A reply of up to this many characters needs the message that it replies to. */
const SHORT = 60;

/** The lines next to one. A line is undefined if there is none or if `neighboursOf` does not need it. */
export interface Neighbours {
	before: SpokenLine | undefined;
	after: SpokenLine | undefined;
}

/**
 * The neighbours of a line that are needed to understand it: the question that it answers, or the answer
 * that it got. `asksAssistant`: the input asks what the assistant said, so each question needs its answer.
 */
export function explainingLines(
	said: SpokenLine,
	{ before, after }: Neighbours,
	asksAssistant: boolean,
): SpokenLine[] {
	const isOther = (line: SpokenLine): boolean => line.kind !== said.kind || line.speaker !== said.speaker;
	const needed: SpokenLine[] = [];
	const isAnswered = (line: SpokenLine): boolean =>
		said.kind !== "user" || (said.text.length <= SHORT && holdsQuestion(line.text));
	if (before && isOther(before) && isAnswered(before)) needed.push(before);
	if (after && isOther(after) && said.kind === "user" && (asksAssistant || holdsQuestion(said.text)))
		needed.push(after);
	return needed;
}
