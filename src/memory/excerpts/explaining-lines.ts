import { decodeEvent, type EventKind } from "../../event/index.ts";
import type { MemoryContext } from "../memory-context.ts";
import { readMessage, type SpokenLine } from "../recall/read-message.ts";
import { holdsQuestion } from "../text/is-question.ts";
import type { FoundLine } from "./find-lines.ts";

/** What people and agents say; what tools give explains nothing. */
const SPOKEN: readonly EventKind[] = ["message", "reply"];

/** Each of some messages with those around it that may be needed, in one reading. Empty where it is gone. */
export async function readAround(
	{ platform }: Pick<MemoryContext, "platform">,
	found: readonly FoundLine[],
): Promise<SpokenLine[][]> {
	const { store, tenant } = platform;
	const stretches = found.map(({ member: { uid }, from, to }) => ({ uid, from, to }));
	const events = await store.log.stretches(tenant, stretches, SPOKEN);
	const bodies = new Map(events.map(({ uid, offset, body }) => [`${offset} ${uid}`, body]));
	return stretches.map(({ uid, from, to }) => {
		const lines: SpokenLine[] = [];
		for (let offset = from; offset <= to; offset++) {
			const body = bodies.get(`${offset} ${uid}`);
			const line = body === undefined ? undefined : readMessage(decodeEvent(offset, body));
			if (line) lines.push(line);
		}
		return lines;
	});
}

/** A reply so short that it needs what it replies to, in characters. */
const SHORT = 60;

/**
 * The lines around one that are needed to understand it: what it answers, or the answer that it got. `asksAssistant`: the input
 * asks what the assistant said, so whatever it answered belongs to it. Whoever changes this looks at `stretchOf`, too: what it
 * leaves out is not there.
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
