import { SPEAKER_KINDS } from "../index/analysed.ts";
import type { MessageView, Participant, SessionRow } from "../index/message-view.ts";

/*
 * Some features help only where people talk with each other. There, people who say something about
 * themselves use "I", questions contain no answers, and messages with "you" are comments. The answers of an
 * assistant contain information but rarely speak about a person, so these features would hurt there.
 */

/** The maximum average number of words. Longer messages are written text, not talk. */
const MOST_WORDS = 80;
const LEAST_FIRST_PERSON = 0.3;
/**
 * An assistant without a name is most likely a machine. Stricter limits decide whether it counts as a
 * person.
 */
const MOST_WORDS_UNNAMED = 30;
const LEAST_FIRST_PERSON_UNNAMED = 0.4;
const MOST_CODE = 0.1;

/** Whether a participant of a session talks like a person, in English. */
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

/**
 * Whether a session is a conversation between people: two or more participants talk like people, and at
 * least 80 % of the messages are theirs.
 */
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

/** The kind of a session: a conversation between people, of a user with a machine, or neither. */
export type Conversation = "talk" | "log" | "other";

const isMachine = ({ kind, named }: Participant): boolean => SPEAKER_KINDS[kind] === "assistant" && !named;

/** The kind of each session of a view. A kind is computed when it is first needed. */
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
