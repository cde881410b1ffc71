import { type Entry, FLAG, SPEAKER_KINDS, type SpeakerKind } from "./analysed.ts";
import { withRoom } from "./grow.ts";
import { createPostings, MAX_DOCUMENTS, type Postings } from "./postings.ts";
import { createVectors, type Vectors } from "./vectors.ts";

/** A speaker of a view, identified by name or, without a name, by kind (the user, the assistant, a tool). */
export interface Speaker {
	/** Hash of the name; 0 if there is none. */
	hash: number;
	/** Hashes of the words of the name. */
	names: Int32Array;
}

/** How one speaker talks in one session. */
export interface Participant {
	speaker: number;
	/** An index of `SPEAKER_KINDS`. */
	kind: number;
	/** Whether the speaker has a name. Speakers without one are identified by their kind. */
	named: boolean;
	messages: number;
	words: number;
	/** How many messages use the first person. */
	firstPerson: number;
	english: number;
	code: number;
}

export interface SessionRow {
	key: string;
	/** How many documents the session has. `prev` and `next` link them. */
	size: number;
	last: number;
	/** The offset of its newest message; -1 if it has none. */
	head: number;
	from: number;
	to: number;
	participants: Participant[];
}

/**
 * The messages, one column per property. Arrays are longer than `size` and are replaced when the view
 * grows.
 */
export interface MessageColumns {
	session: Int32Array;
	offset: Uint32Array;
	at: Float64Array;
	words: Uint16Array;
	/** How many different terms it contains; at most 65,535. */
	terms: Uint16Array;
	flags: Uint16Array;
	you: Uint8Array;
	temporal: Uint8Array;
	kind: Uint8Array;
	speaker: Int32Array;
	/** The factor by which its words count. It is lower for long texts, which contain many words by chance. */
	part: Float32Array;
	/** The messages before and after it in its session; -1 at the ends. */
	prev: Int32Array;
	next: Int32Array;
	/**
	 * A cache of the ranker: the length of the sum of the vectors around a message; 0 if not computed yet,
	 * -1 if there are no vectors.
	 */
	window: Float32Array;
}

/**
 * The messages of a set of sessions, as the ranker reads them: analysed, never as text. A view only grows.
 * To remove something, the caller builds another view.
 *
 * The statistics of the ranking (how many messages there are, how many contain a term) cover this view and
 * nothing else. So a view contains exactly the sessions that its reader may see.
 */
export interface MessageView {
	readonly size: number;
	readonly columns: MessageColumns;
	readonly sessions: readonly SessionRow[];
	/**
	 * How many terms each session has, including repetitions. Only the first `sessions.length` values count.
	 */
	readonly sessionLengths: Float64Array;
	readonly speakers: readonly Speaker[];
	readonly postings: Postings;
	readonly vectors: Vectors;
	/** When the first and the last message were said; `from > to` if there are no messages. */
	readonly from: number;
	readonly to: number;
	/** How many words all messages have. */
	readonly words: number;
	/** About how much memory the view uses. */
	readonly bytes: number;
	/**
	 * Adds messages of a session, oldest first. Skips messages at or before `head(session)`, which the view
	 * has already.
	 */
	add(session: string, entries: readonly Entry[]): void;
	/** The offset of the newest message of a session in this view; -1 if there is none. */
	head(session: string): number;
}

/** Messages of up to this many words count in full. */
const LONG = 60;

/**
 * How much less the words of a long text count. A machine writes long texts about everything; a long text
 * by a user has a topic.
 */
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
		// Speakers without a name are identified by their kind. Hashes are whole numbers, so these keys do
		// not collide.
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
				key,
				size: 0,
				last: -1,
				head: -1,
				from: Number.POSITIVE_INFINITY,
				to: Number.NEGATIVE_INFINITY,
				participants: [],
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
		// The new message is in the window of the messages before it.
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
				// The compiler cannot see that a column keeps its type.
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

/** Adds a message to the counts of its speaker in its session. */
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
