import {
	decodeEvent,
	type Event,
	isObject,
	type Message,
	type MessageContent,
	type SessionUid,
	textOf,
	transcript,
} from "../event/index.ts";
import { OPENING_CHARS, OPENING_EVENTS, type SessionRecord } from "../store/ports/index.ts";
import type { Platform } from "./platform.ts";

/** The maximum length of a derived title, in UTF-16 code units. */
export const TITLE_LENGTH = 80;
/** A word is only cut if keeping it whole would leave less of the title than this. */
const SHORTEST = 40;
/** How many messages are read if the first has no text near its beginning. */
const MESSAGES = 4;

/**
 * The beginning of a text as one line: cut between words, with an ellipsis if text was left out. Undefined if
 * nothing is visible.
 */
export function toTitle(text: string): string | undefined {
	// A derived title never needs more, and long texts are slow to process.
	const line = text
		.slice(0, OPENING_CHARS)
		.toWellFormed()
		.replaceAll(/[\p{Cc}\s]+/gu, " ")
		.trim();
	if (!/[\p{L}\p{N}\p{P}\p{S}]/u.test(line)) return undefined;
	if (line.length <= TITLE_LENGTH && text.length <= OPENING_CHARS) return line;
	const room = line.slice(0, TITLE_LENGTH - 1);
	const space = line[room.length] === " " ? room.length : room.lastIndexOf(" ");
	const kept = space >= SHORTEST ? room.slice(0, space) : room;
	// A surrogate pair that was cut in two.
	return `${kept.replace(/[\uD800-\uDBFF]$/, "").trimEnd()}…`;
}

/** Titles of sessions without a set title, by uid: the beginning of the first message, preferably of the user. */
export async function deriveTitles(
	platform: Platform,
	records: readonly SessionRecord[],
): Promise<Map<SessionUid, string>> {
	const { store, tenant } = platform;
	const wanted = records.filter(({ title, messageCount }) => title === undefined && messageCount > 0);
	const titles = new Map<SessionUid, string>();
	if (wanted.length === 0) return titles;
	const openings = await store.log.openings(
		tenant,
		wanted.map(({ uid }) => uid),
	);
	for (const { uid, body } of openings) {
		const title = titleOfBody(body) ?? (await titleOfMessages(platform, uid));
		if (title !== undefined) titles.set(uid, title);
	}
	return titles;
}

/** The title from the beginning of an event's body, if its text is there. */
function titleOfBody(body: string): string | undefined {
	const event = parseBeginning(body);
	if (!isObject(event) || !isObject(event.data)) return undefined;
	const { role, content } = event.data;
	if (role === "system" || role === "tool") return undefined;
	if (typeof content !== "string" && !Array.isArray(content)) return undefined;
	return toTitle(textOf(content as MessageContent));
}

/** Parses JSON that may end inside a text, as far as it goes. */
function parseBeginning(text: string): unknown {
	const tries = text.length < OPENING_CHARS ? [text] : [text, ...endings(text)];
	for (const candidate of tries) {
		try {
			return JSON.parse(candidate);
		} catch {
			// Cut off inside an escape sequence: the next candidate leaves it out.
		}
	}
	return undefined;
}

/** The text with everything open closed, shortened by up to the longest escape sequence. */
function endings(text: string): string[] {
	const open: string[] = [];
	for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"?|[[\]{}]/gs)) {
		if (token === "{") open.unshift("}");
		else if (token === "[") open.unshift("]");
		else if (token === "}" || token === "]") open.shift();
	}
	return Array.from({ length: 7 }, (_, cut) => `${text.slice(0, text.length - cut)}"${open.join("")}`);
}

/** For sessions that begin without text: the first of some messages that has text, preferably of the user. */
async function titleOfMessages(platform: Platform, uid: SessionUid): Promise<string | undefined> {
	const { store, tenant } = platform;
	const target = { uid, tenant };
	const early = { after: -1, limit: MESSAGES, kinds: ["message", "reply"] as const };
	const page = await store.log.read(target, early);
	const events = (page?.events ?? [])
		.filter(({ offset }) => offset < (page?.base ?? 0) + OPENING_EVENTS)
		.map(({ offset, body }): Event => decodeEvent(offset, body));
	const said = transcript(events);
	const first = (roles: readonly Message["role"][]): string | undefined => {
		for (const { role, content } of said) {
			const title = roles.includes(role) ? toTitle(textOf(content)) : undefined;
			if (title !== undefined) return title;
		}
		return undefined;
	};
	return first(["user"]) ?? first(["user", "assistant"]);
}
