import { decodeEvent, MESSAGE_KINDS } from "../../event/index.ts";
import type { MemoryContext } from "../memory-context.ts";
import { readMessage, type SpokenLine } from "../recall/read-message.ts";
import { holdsQuestion } from "../text/is-question.ts";
import type { FoundLine } from "./find-lines.ts";

/** How far around a message the log is read: other kinds of events stand between messages. */
const AROUND = 6;

/** A message and those around it, without what tools gave. Empty where it is gone. */
export async function readAround(
	{ platform }: Pick<MemoryContext, "platform">,
	{ member, offset }: FoundLine,
): Promise<SpokenLine[]> {
	const target = { uid: member.uid, tenant: platform.tenant };
	const page = await platform.store.log.read(target, {
		after: offset - AROUND - 1,
		before: offset + AROUND + 1,
		limit: 2 * AROUND + 1,
		kinds: MESSAGE_KINDS,
	});
	return (page?.events ?? [])
		.flatMap((stored) => readMessage(decodeEvent(stored.offset, stored.body)) ?? [])
		.filter(({ kind }) => kind !== "tool");
}

/** A reply so short that it needs what it replies to, in characters. */
const SHORT = 60;

/**
 * The lines around one that are needed to understand it: what it answers, or the answer that it got. `asksAssistant`: the input
 * asks what the assistant said, so whatever it answered belongs to it.
 */
export function explainingLines(
	said: SpokenLine,
	around: readonly SpokenLine[],
	asksAssistant: boolean,
): SpokenLine[] {
	const at = around.findIndex(({ offset }) => offset === said.offset);
	const before = around[at - 1];
	const after = around[at + 1];
	const isOther = (line: SpokenLine): boolean => line.kind !== said.kind || line.speaker !== said.speaker;
	const needsBefore = (line: SpokenLine): boolean =>
		said.kind !== "user" || (said.text.length <= SHORT && holdsQuestion(line.text));
	return [
		...(before && isOther(before) && needsBefore(before) ? [before] : []),
		...(after && isOther(after) && said.kind === "user" && (asksAssistant || holdsQuestion(said.text))
			? [after]
			: []),
	];
}
