import { type Entry, FLAG, SPEAKER_KINDS, type SpeakerKind } from "./analysed.ts";
import { withRoom } from "./grow.ts";
import { createPostings, MAX_DOCUMENTS, type Postings } from "./postings.ts";
import { createVectors, type Vectors } from "./vectors.ts";

/** One who speaks in a view: a name, or for those without one their part (the user, the assistant, a tool). */
export interface Speaker {
	/** Hash of the name; 0 when there is none. */
	hash: number;
	/** Hashes of the words of the name. */
	names: Int32Array;
}

/** How one speaker talks in one session. */
export interface Participant {
	speaker: number;
	/** A number of `SPEAKER_KINDS`. */
	kind: number;
	/** Has a name, and is not known by the part it plays alone. */
	named: boolean;
	messages: number;
	words: number;
	/** Messages in which the speaker speaks of himself. */
	firstPerson: number;
	english: number;
	code: number;
}

export interface SessionRow {
	key: string;
	/** Documents of the session; its neighbours are linked by `prev` and `next`. */
	size: number;
	last: number;
	/** The offset of its newest message; -1 when it has none. */
	head: number;
	from: number;
	to: number;
	participants: Participant[];
}

/** The messages, one column a property. Arrays are longer than `size` and are replaced when the view grows. */
export interface MessageColumns {
	session: Int32Array;
	offset: Uint32Array;
	at: Float64Array;
	words: Uint16Array;
	/** How many different terms it holds; ends at 65,535. */
	terms: Uint16Array;
	flags: Uint16Array;
	you: Uint8Array;
	temporal: Uint8Array;
	kind: Uint8Array;
	speaker: Int32Array;
	/** As what part its words count: less in a long text, which holds many words by chance. */
	part: Float32Array;
	/** The message before and after it in its session; -1 at the ends. */
	prev: Int32Array;
	next: Int32Array;
	/** Kept by the ranker: the length of the sum of the vectors around a message; 0 when it must be found anew. */
	window: Float32Array;
}

/**
 * The messages of a set of sessions, as the ranker reads them: analysed, never as text. It grows; to take something out
 * the caller builds another. What the ranker counts (how many messages, how many of them hold a term) it counts over
 * this view, so a view holds exactly the sessions that its reader may see.
 */
export interface MessageView {
	readonly size: number;
	readonly columns: MessageColumns;
	readonly sessions: readonly SessionRow[];
	/** Terms of each session, each as often as it occurs: the first `sessions.length` count. */
	readonly sessionLengths: Float64Array;
	readonly speakers: readonly Speaker[];
	readonly postings: Postings;
	readonly vectors: Vectors;
	/** When the first and the last message was said; from > to when there is none. */
	readonly from: number;
	readonly to: number;
	/** Words of all messages. */
	readonly words: number;
	/** About what it holds in memory. */
	readonly bytes: number;
	/** Adds messages of a session, oldest first. Those at or before `head(session)` are known already and passed over. */
	add(session: string, entries: readonly Entry[]): void;
	/** The offset of the newest message known of a session; -1 when none is. */
	head(session: string): number;
}

/** Messages up to this long count in full. */
const LONG = 60;

/** A machine writes long texts about everything; what a user writes at length is about something. */
const DISCOUNT: Readonly<Record<SpeakerKind, number>> = { user: 0.25, assistant: 1, tool: 0.5, human: 0.5 };

const partOf = (words: number, kind: SpeakerKind): number =>
	1 / (1 + (DISCOUNT[kind] * Math.max(0, words - LONG)) / LONG);

/** How far around a message the ranker looks. */
const REACH = 3;

export function createMessageView(): MessageView {
	const columns: MessageColumns = {
		session: new Int32Array(64),
		offset: new Uint32Array(64),
		at: new Float64Array(64),
		words: new Uint16Array(64),
		terms: new Uint16Array(64),
		flags: new Uint16Array(64),
		you: new Uint8Array(64),
		temporal: new Uint8Array(64),
		kind: new Uint8Array(64),
		speaker: new Int32Array(64),
		part: new Float32Array(64),
		prev: new Int32Array(64),
		next: new Int32Array(64),
		window: new Float32Array(64),
	};
	const names = Object.keys(columns) as (keyof MessageColumns)[];
	const sessions: SessionRow[] = [];
	let sessionLengths = new Float64Array(16);
	const numbers = new Map<string, number>();
	const speakers: Speaker[] = [];
	const speakerNumbers = new Map<number, number>();
	const postings = createPostings();
	const vectors = createVectors();
	let size = 0;
	let words = 0;
	let from = Number.POSITIVE_INFINITY;
	let to = Number.NEGATIVE_INFINITY;

	const speakerOf = (entry: Entry): number => {
		// Whoever has no name is known by the part they play. A hash is a whole number, so these cannot meet.
		const key = entry.speaker !== 0 ? entry.speaker : 0.5 + SPEAKER_KINDS.indexOf(entry.kind);
		const known = speakerNumbers.get(key);
		if (known !== undefined) return known;
		speakerNumbers.set(key, speakers.length);
		return speakers.push({ hash: entry.speaker, names: entry.names.slice() }) - 1;
	};

	const rowOf = (key: string): number => {
		const known = numbers.get(key);
		if (known !== undefined) return known;
		numbers.set(key, sessions.length);
		sessionLengths = withRoom(sessionLengths, sessions.length + 1);
		return (
			sessions.push({
				...{ key, size: 0, last: -1, head: -1 },
				...{ from: Number.POSITIVE_INFINITY, to: Number.NEGATIVE_INFINITY, participants: [] },
			}) - 1
		);
	};

	const addOne = (number: number, row: SessionRow, entry: Entry): void => {
		const doc = size++;
		const speaker = speakerOf(entry);
		columns.session[doc] = number;
		columns.offset[doc] = entry.offset;
		columns.at[doc] = entry.at;
		columns.words[doc] = entry.words;
		columns.terms[doc] = Math.min(entry.terms.length, 0xffff);
		columns.part[doc] = partOf(entry.words, entry.kind);
		columns.flags[doc] = entry.flags;
		columns.you[doc] = entry.you;
		columns.temporal[doc] = entry.temporal;
		columns.kind[doc] = SPEAKER_KINDS.indexOf(entry.kind);
		columns.speaker[doc] = speaker;
		columns.prev[doc] = row.last;
		columns.next[doc] = -1;
		columns.window[doc] = 0;
		if (row.last >= 0) columns.next[row.last] = doc;
		// What comes after a message is part of what is around it.
		for (let at = row.last, i = 0; at >= 0 && i < REACH; i++) {
			columns.window[at] = 0;
			at = columns.prev[at] as number;
		}
		row.last = doc;
		row.head = entry.offset;
		row.size++;
		row.from = Math.min(row.from, entry.at);
		row.to = Math.max(row.to, entry.at);
		from = Math.min(from, entry.at);
		to = Math.max(to, entry.at);
		words += entry.words;
		note(row, speaker, entry);
		let length = 0;
		for (let i = 0; i < entry.terms.length; i++) {
			const count = entry.counts[i] as number;
			postings.add(entry.terms[i] as number, doc, count);
			length += count;
		}
		sessionLengths[number] = (sessionLengths[number] as number) + length;
		vectors.set(doc, entry.vector);
	};

	return {
		columns,
		sessions,
		speakers,
		postings,
		vectors,
		get size() {
			return size;
		},
		get sessionLengths() {
			return sessionLengths;
		},
		get words() {
			return words;
		},
		get from() {
			return from;
		},
		get to() {
			return to;
		},
		get bytes() {
			const column = names.reduce((sum, name) => sum + columns[name].byteLength, 0);
			return column + postings.bytes + vectors.bytes + 400 * sessions.length;
		},
		add(session, entries) {
			if (entries.length === 0) return;
			if (size + entries.length > MAX_DOCUMENTS)
				throw new RangeError("a view holds at most 16,777,216 messages");
			for (const name of names) {
				// The compiler cannot see that a column stays of its kind.
				(columns as Record<keyof MessageColumns, unknown>)[name] = withRoom(
					columns[name],
					size + entries.length,
				);
			}
			vectors.reserve(size + entries.length);
			const number = rowOf(session);
			const row = sessions[number] as SessionRow;
			for (const entry of entries) if (entry.offset > row.head) addOne(number, row, entry);
		},
		head(session) {
			const number = numbers.get(session);
			return number === undefined ? -1 : (sessions[number]?.head ?? -1);
		},
	};
}

/** Counts a message into how its speaker talks in its session. */
function note(row: SessionRow, speaker: number, entry: Entry): void {
	let participant = row.participants.find((one) => one.speaker === speaker);
	if (participant === undefined) {
		const kind = SPEAKER_KINDS.indexOf(entry.kind);
		const named = entry.speaker !== 0;
		participant = { speaker, kind, named, messages: 0, words: 0, firstPerson: 0, english: 0, code: 0 };
		row.participants.push(participant);
	}
	participant.messages++;
	participant.words += entry.words;
	if (entry.flags & FLAG.firstPerson) participant.firstPerson++;
	if (entry.flags & FLAG.english) participant.english++;
	if (entry.flags & FLAG.code) participant.code++;
}
