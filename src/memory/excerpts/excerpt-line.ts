import type { SessionUid } from "../../event/index.ts";
import type { ScoreParts } from "../rank/index.ts";
import type { SpokenLine } from "../recall/read-message.ts";

/** A message of an earlier conversation, as it goes into a prompt. */
export interface ExcerptLine extends Omit<SpokenLine, "role"> {
	uid: SessionUid;
	sessionId: string;
	/** The message itself, if the line shows all of it. A caller can keep what it computes for a message. */
	whole?: SpokenLine;
	/** How well it fits the input. Undefined for lines that explain another one, and for standing wishes. */
	score?: number;
	parts?: ScoreParts;
}

/** The line of a message whose text may have been cut. */
export function toExcerptLine(
	said: SpokenLine,
	{ uid, sessionId }: Pick<ExcerptLine, "uid" | "sessionId">,
	text: string,
): ExcerptLine {
	const { role: _, ...line } = said;
	return { ...line, uid, sessionId, text, ...(text === said.text && { whole: said }) };
}

/** Orders lines by time. Sessions have no common order of offsets; inside a session the log decides. */
export function inOrderOfTime(lines: readonly ExcerptLine[]): ExcerptLine[] {
	const timed: { line: ExcerptLine; at: number }[] = [];
	for (const ofSession of Map.groupBy(lines, ({ uid }) => uid).values()) {
		let at = Number.NEGATIVE_INFINITY;
		for (const line of ofSession.toSorted((a, b) => a.offset - b.offset)) {
			at = Math.max(at, line.at);
			timed.push({ line, at });
		}
	}
	return timed.sort((a, b) => a.at - b.at).map(({ line }) => line);
}
