import { decodeEvent, MESSAGE_KINDS, type SessionUid } from "../../event/index.ts";
import type { Platform } from "../../session/index.ts";
import type { Line } from "../extract/index.ts";
import { readMessage } from "../recall/read-message.ts";

/** How many earlier messages are read too, so that an answer is read with its question. */
const BEFORE = 6;

/** A part of a conversation. New messages begin at `from`; earlier ones are context. */
export interface Stretch {
	lines: Line[];
	from: number;
	/** All events below this offset have been read. */
	to: number;
}

/**
 * Reads the next stretch of a session: at most `limit` messages from an offset on, and a few earlier ones as
 * context.
 */
export async function readStretch(
	{ store, tenant }: Platform,
	uid: SessionUid,
	from: number,
	head: number,
	limit: number,
): Promise<Stretch> {
	const target = { uid, tenant };
	const read = (query: { after: number; before: number; limit: number; newest?: boolean }) =>
		store.log.read(target, { ...query, kinds: MESSAGE_KINDS });
	const page = await read({ after: from - 1, before: head, limit });
	const events = page?.events ?? [];
	const earlier =
		events.length > 0 && from > 0
			? await read({ after: -1, before: from, limit: BEFORE, newest: true })
			: undefined;
	const lines = [...(earlier?.events ?? []), ...events].flatMap(({ offset, body }): Line[] => {
		const said = readMessage(decodeEvent(offset, body));
		if (!said) return [];
		const { role, kind, text, at } = said;
		// A human who answers for the agent is no user: what they say about themselves is no fact about the user.
		const speaker = kind === "human" ? undefined : said.speaker;
		return [{ offset, role, text, at, trusted: role !== "tool", ...(speaker !== undefined && { speaker }) }];
	});
	return { lines, from, to: events.length < limit ? head : (events.at(-1)?.offset ?? head) + 1 };
}

/** How many runs of a session are read for the facts that they recalled. */
const RUNS = 100;

/** The facts that runs of a session recalled. If a user confirms one of them, that is no new fact. */
export async function recalledIn({ store, tenant }: Platform, uid: SessionUid): Promise<string[]> {
	const runs = await store.runs.list({ tenant, uid, limit: RUNS });
	const ids = new Set(
		runs.flatMap(({ detail }) => {
			const { facts = [] } = (detail.recalled ?? {}) as { facts?: { id: string }[] };
			// The facts in the prompt, and those that the recall tool returned.
			return [...facts.map(({ id }) => id), ...((detail.broughtFacts ?? []) as string[])];
		}),
	);
	if (ids.size === 0) return [];
	const facts = await store.facts.get(tenant, [...ids]);
	return facts.map(({ content }) => content);
}
