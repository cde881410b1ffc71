import { HoldfastError } from "../error/index.ts";
import { type Event, MESSAGE_KINDS } from "../event/index.ts";
import type { Holdfast } from "../interface.ts";
import type { SessionRef } from "../session/index.ts";
import type { PassedOver, Recalled, Run } from "../turn/index.ts";
import { eventText, eventWho } from "./print/event-text.ts";

/** The text of a fact in the prompt. Without content: the fact was deleted since. */
interface ExplainedWords {
	readonly content?: string;
	/** Its current text, if it was changed since. */
	readonly current?: string;
}

/** A fact that was part of a prompt. */
export type ExplainedFact = Recalled["facts"][number] & ExplainedWords;

/** A message that was part of a prompt. Without content: it was deleted, or its session was moved to another id. */
export type ExplainedMessage = Recalled["messages"][number] & {
	readonly from?: string;
	readonly content?: string;
};

/** A fact or message that was considered and not used. */
export type ExplainedCandidate = PassedOver & ExplainedWords & { readonly from?: string };

/** What a run recalled, with full texts. */
export type Explained = Omit<Recalled, "facts" | "excerpts" | "messages" | "passedOver"> & {
	readonly facts: readonly ExplainedFact[];
	/** Messages of earlier sessions. */
	readonly excerpts: readonly ExplainedMessage[];
	readonly messages: readonly ExplainedMessage[];
	readonly passedOver?: readonly ExplainedCandidate[];
};

/** Offsets closer together than this are read in one request. */
const CLOSE = 64;

/** Looks up the texts of the facts and messages that a run refers to. */
export async function explainRun(
	hf: Holdfast,
	{ agentId, userId, recalled }: Pick<Run, "agentId" | "userId" | "recalled">,
): Promise<Explained | undefined> {
	if (!recalled) return undefined;
	const memory = hf.memory(agentId, { everybody: true });
	const { passedOver = [], ...rest } = recalled;
	const withContent = async <T extends { id: string; wording?: number }>(
		fact: T,
	): Promise<T & ExplainedWords> => {
		const { id, wording } = fact;
		const found = await memory.get(id, { wording }).catch(ifMissing);
		if (!found) return fact;
		const { content, current } = found;
		return { ...fact, content, ...(current !== undefined && { current }) };
	};
	const facts = await Promise.all(recalled.facts.map(withContent));
	const left = passedOver.filter((one) => one.kind === "message");
	const bySession = new Map<string, Map<number, Event>>();
	for (const [sessionId, said] of Map.groupBy(
		[...recalled.excerpts, ...recalled.messages, ...left],
		(one) => one.sessionId,
	)) {
		const ref = { agentId, sessionId, ...(userId !== undefined && { userId }) };
		const offsets = said.map(({ offset }) => offset);
		bySession.set(sessionId, await readEvents(hf, ref, offsets));
	}
	const withText = <T extends { sessionId: string; offset: number }>(message: T) => {
		const event = bySession.get(message.sessionId)?.get(message.offset);
		return { ...message, ...(event && { from: eventWho(event), content: eventText(event) }) };
	};
	const excerpts = recalled.excerpts.map(withText);
	const messages = recalled.messages.map(withText);
	if (passedOver.length === 0) return { ...rest, facts, excerpts, messages };
	const candidates = await Promise.all(
		passedOver.map(
			async (one): Promise<ExplainedCandidate> => (one.kind === "fact" ? withContent(one) : withText(one)),
		),
	);
	return { ...rest, facts, excerpts, messages, passedOver: candidates };
}

function ifMissing(error: unknown): undefined {
	if (HoldfastError.isInstance(error) && error.code === "not_found") return undefined;
	throw error;
}

async function readEvents(
	hf: Holdfast,
	ref: SessionRef,
	offsets: readonly number[],
): Promise<Map<number, Event>> {
	const handle = hf.session(ref);
	const found = new Map<number, Event>();
	for (const { from, to } of stretches(offsets)) {
		const read = { after: from - 1, before: to + 1, limit: to - from + 1, kinds: MESSAGE_KINDS };
		for (const event of await handle.events(read)) found.set(event.offset, event);
	}
	return found;
}

/** Ranges of a log that contain these offsets; none longer than one read allows. */
function stretches(offsets: readonly number[]): { from: number; to: number }[] {
	const joined: { from: number; to: number }[] = [];
	for (const offset of offsets.toSorted((a, b) => a - b)) {
		const last = joined.at(-1);
		if (last && offset - last.to <= CLOSE && offset - last.from < 1_000) last.to = offset;
		else joined.push({ from: offset, to: offset });
	}
	return joined;
}
