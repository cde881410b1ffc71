import { SPEAKER_KINDS } from "../index/analysed.ts";
import type { MessageView, Participant, SessionRow } from "../index/message-view.ts";

/*
 * Some habits hold only where people talk with each other: who tells something of himself says "I", who asks tells nothing,
 * who says "you" comments. An assistant's answer is full of content and speaks of nobody, so there they would hurt.
 */

/** Longer messages on the whole are written, not said. */
const MOST_WORDS = 80;
const LEAST_FIRST_PERSON = 0.3;
/** An assistant without a name is most likely a machine: it must talk very much as people do to be taken for one. */
const MOST_WORDS_UNNAMED = 30;
const LEAST_FIRST_PERSON_UNNAMED = 0.4;
const MOST_CODE = 0.1;

/** Whether a participant of a session talks as people do, in English. */
function talks({ kind, named, messages, words, firstPerson, english, code }: Participant): boolean {
	if (SPEAKER_KINDS[kind] === "tool") return false;
	const doubtful = SPEAKER_KINDS[kind] === "assistant" && !named;
	return (
		words <= (doubtful ? MOST_WORDS_UNNAMED : MOST_WORDS) * messages &&
		firstPerson >= (doubtful ? LEAST_FIRST_PERSON_UNNAMED : LEAST_FIRST_PERSON) * messages &&
		english >= 0.5 * messages &&
		code <= MOST_CODE * messages
	);
}

/** Whether a session is a conversation of people: two or more that talk, and hardly anything of others. */
export function isTalk({ participants, size }: SessionRow): boolean {
	let talking = 0;
	let messages = 0;
	for (const participant of participants) {
		if (!talks(participant)) continue;
		talking++;
		messages += participant.messages;
	}
	return talking >= 2 && messages >= 0.8 * size;
}

/** What kind of conversation a session is: of people, of a user with a machine, or neither. */
export type Conversation = "talk" | "log" | "other";

const isMachine = ({ kind, named }: Participant): boolean => SPEAKER_KINDS[kind] === "assistant" && !named;

/** What kind the sessions of a view are. Each is looked at once, when it is asked for. */
export function conversationsIn({ sessions }: MessageView): (session: number) => Conversation {
	const known = new Map<number, Conversation>();
	return (session) => {
		let found = known.get(session);
		if (found === undefined) {
			const row = sessions[session];
			found = !row ? "other" : isTalk(row) ? "talk" : row.participants.some(isMachine) ? "log" : "other";
			known.set(session, found);
		}
		return found;
	};
}
