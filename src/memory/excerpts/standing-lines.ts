import { FLAG, SPEAKER_KINDS } from "../index/index.ts";
import type { Query } from "../rank/index.ts";
import type { SessionMessages } from "../recall/views.ts";
import { saysLiking, setsRule } from "../text/standing-wishes.ts";
import { type AcceptLine, type FoundLine, neighboursOf } from "./find-lines.ts";

const MOST = 4;
const USER = SPEAKER_KINDS.indexOf("user");

/**
 * The newest standing wishes of the user ("always …", "I prefer …", "I am allergic to …"). They matter for
 * tasks that share no word with them. Rules count for tasks and other inputs, likings only for tasks.
 * Neither counts for a question about the past.
 */
export function standingLines(
	sessions: readonly SessionMessages[],
	{ asked }: Pick<Query, "asked">,
	accept: AcceptLine,
): FoundLine[] {
	if (asked === "past") return [];
	const wanted = asked === "task" ? FLAG.rule | FLAG.liking : FLAG.rule;
	const found: FoundLine[] = [];
	for (const from of sessions) {
		const { view, members } = from;
		const { kind, at, offset, session, flags } = view.columns;
		for (let doc = 0; doc < view.size; doc++) {
			if (((flags[doc] as number) & wanted) === 0 || kind[doc] !== USER) continue;
			if (found.length >= MOST && (at[doc] as number) <= (found[MOST - 1]?.at ?? 0)) continue;
			const member = members.get(view.sessions[session[doc] as number]?.key ?? "");
			const place = { offset: offset[doc] as number, kind: "user" as const, at: at[doc] as number };
			if (!member || !accept(member, place.offset, place.kind, place.at)) continue;
			found.push({
				from,
				doc,
				member,
				...place,
				score: 0,
				parts: {},
				...neighboursOf(view, doc, false),
			});
			found.sort((a, b) => b.at - a.at).splice(MOST);
		}
	}
	return found;
}

/** The maximum length of a wish, in characters. Longer ones are cut. */
const LONGEST = 200;

/** The sentences of a message that contain a wish. A short message stays whole. */
export function wishIn(text: string): string {
	const plain = text.replaceAll(/\s+/g, " ").trim();
	if (plain.length <= LONGEST) return plain;
	const wishes = plain.split(/(?<=[.!?])\s+/).filter((part) => setsRule(part) || saysLiking(part));
	const kept = wishes.join(" ").slice(0, LONGEST).toWellFormed();
	return `${plain.startsWith(kept) ? "" : "… "}${kept} …`;
}
