import { foldText } from "./fold-text.ts";
import { isStopWord } from "./stop-words.ts";
import { words } from "./words.ts";

/** Words before a colon that are not names: labels, headings of lists, times. */
const LABELS: ReadonlySet<string> = new Set(
	`note notes nb ps warning caution important attention todo fixme http https ftp mailto file q a re fw fwd cc bcc subject
	error info debug trace fatal hint tip tips example examples summary update edit edited question questions answer answers
	step steps date time times day week month year today tomorrow yesterday tonight monday tuesday wednesday thursday friday
	saturday sunday title name names address phone email mail url link links source sources reference references result
	results output input code total price cost option options pros cons reason reasons problem solution goal goals plan
	agenda conclusion ingredients instructions directions method topic chapter part section page figure table task tasks
	reminder spoiler fact facts quote definition translation context background first second third fourth finally next
	last new old good bad best also thanks sorry yes no ok please remember see read status version type id key value
	image photo picture video audio attachment message reply comment remark p.s disclaimer tldr faq eta fyi`.split(
		/\s+/,
	),
);

/** Names that are also stop words. */
const NAMES_TOO: ReadonlySet<string> = new Set(["will", "may", "art", "don", "us"]);

/** Lower-case words inside names: "Ludwig van Beethoven". */
const PARTICLE = /^(?:van|von|der|den|de|da|di|del|la|le|bin|ibn|al|el|dos|du)$/;
/** A word of a name. It begins with a capital, or with a letter of a script that has no capitals. */
const NAME_WORD = /^[\p{Lu}\p{Lt}\p{Lo}][\p{L}\p{M}\p{Nd}.'’_-]*$/u;

const PREFIX = /^\s{0,20}([^\s:：][^:：\n]{0,39})(?::(?=\s|$)|：)[^\S\n]{0,20}/u;

function isName(prefix: string): boolean {
	const parts = prefix.split(/\s+/);
	if (parts.length > 3) return false;
	return parts.every((part, i) => {
		if (i > 0 && PARTICLE.test(part)) return true;
		if (!NAME_WORD.test(part)) return false;
		const word = foldText(part).replace(/\.$/, "");
		return !LABELS.has(word) && (NAMES_TOO.has(word) || !isStopWord(word));
	});
}

/**
 * Removes "Name: " from the beginning of a text. A name has one to three words with capitals and at most 40
 * characters, and is not a common label such as "Note" or "Re". A text without a name is returned
 * unchanged.
 *
 * @example splitSpeaker("Ada: hello") // { speaker: "Ada", text: "hello" }
 */
export function splitSpeaker(text: string): { speaker?: string; text: string } {
	const match = PREFIX.exec(text);
	const prefix = match?.[1]?.trimEnd();
	if (match === null || prefix === undefined || !isName(prefix)) return { text };
	return { speaker: prefix, text: text.slice(match[0].length) };
}

/** The words of a name that can stand for it, folded. Initials cannot. */
function wordsOfName(name: string): string[] {
	const found = words(name).map((word) => word.text);
	return found.filter((word) => !PARTICLE.test(word) && (word.length > 1 || found.length === 1));
}

/**
 * All words of the participants' names, folded. In their own conversation they say little about the topic.
 */
export function nameWords(participants: readonly string[]): Set<string> {
	return new Set(participants.flatMap(wordsOfName));
}

/**
 * The participants that a query names by any word of their name, in the order of `participants`. A word
 * that two of them share names both, unless another word of the query shows which one is meant.
 *
 * @example namesIn(words("When did Ada move?"), ["Ada Byron", "Charles"]) // ["Ada Byron"]
 */
export function namesIn(
	queryWords: readonly { readonly text: string }[],
	participants: readonly string[],
): string[] {
	const asked = new Set(queryWords.map((word) => word.text));
	const bearers = new Map<string, number>();
	const people = participants.map((name) => ({ name, own: new Set(wordsOfName(name)) }));
	for (const { own } of people) for (const word of own) bearers.set(word, (bearers.get(word) ?? 0) + 1);
	const called = people
		.map(({ name, own }) => ({ name, hits: [...own].filter((word) => asked.has(word)) }))
		.filter(({ hits }) => hits.length > 0);
	const sure = called.filter(({ hits }) => hits.some((word) => bearers.get(word) === 1));
	const settled = new Set(sure.flatMap(({ hits }) => hits));
	return called
		.filter((one) => sure.includes(one) || one.hits.some((word) => !settled.has(word)))
		.map(({ name }) => name);
}
