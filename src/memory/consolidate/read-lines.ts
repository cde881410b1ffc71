import { decodeEvent, MESSAGE_KINDS, type SessionUid } from "../../event/index.ts";
import type { Platform } from "../../session/index.ts";
import type { Line } from "../extract/index.ts";
import { readMessage } from "../recall/read-message.ts";

/** Lines in front of what is new, so that an answer is read with its question. */
const BEFORE = 6;

/** A stretch of a conversation, and where the part that is to be read begins. */
export interface Stretch {
	lines: Line[];
	from: number;
	/** Everything below this offset has been read. */
	to: number;
}

/** The next stretch of a session: at most `limit` events from an offset on, with a little of what was said before. */
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
		// Who stands in for the agent is on its side of the conversation: what they say of themselves is not the user's.
		const speaker = kind === "human" ? undefined : said.speaker;
		return [{ offset, role, text, at, trusted: role !== "tool", ...(speaker !== undefined && { speaker }) }];
	});
	return { lines, from, to: events.length < limit ? head : (events.at(-1)?.offset ?? head) + 1 };
}

/** Runs of a session whose recall is looked at. */
const RUNS = 100;

/** What runs of a session recalled: a yes to it is no news. */
export async function recalledIn({ store, tenant }: Platform, uid: SessionUid): Promise<string[]> {
	const runs = await store.runs.list({ tenant, uid, limit: RUNS });
	const ids = new Set(
		runs.flatMap(({ detail }) => {
			const { facts = [] } = (detail.recalled ?? {}) as { facts?: { id: string }[] };
			// Those that entered its prompt, and those that its recall tool brought.
			return [...facts.map(({ id }) => id), ...((detail.broughtFacts ?? []) as string[])];
		}),
	);
	if (ids.size === 0) return [];
	const facts = await store.facts.get(tenant, [...ids]);
	return facts.map(({ content }) => content);
}
