import { PERSONS, PETS, VERBS } from "./lexicon/kinds.ts";
import { wordSet } from "./lexicon/words.ts";
import type { Item } from "./statement.ts";

const word = (key: string, from?: Item): Item => ({
	word: key,
	key,
	kind: "word",
	past: from?.past ?? false,
	ongoing: from?.ongoing ?? false,
	head: false,
});

/**
 * A second wording of a statement, built another way: "is a guitar player" as "plays guitar", "works at Acme as a
 * nurse" as "is a nurse at Acme". The first wording stays, for some comparisons read it better; undefined if
 * nothing was changed.
 */
export function rewriteClauses(items: Item[]): Item[] | undefined {
	const out = STEPS.reduce((list, step) => step(list), items);
	return out === items ? undefined : out;
}

const isWord = (item: Item | undefined, ...keys: string[]): boolean =>
	item?.kind === "word" && keys.includes(item.key);

const BEFORE_SUBJECT = wordSet("for in on at during when last next per every since after before as from to");

/** "For work, the user takes the bus": what comes before the subject may as well come last. */
function unfront(items: Item[]): Item[] {
	const first = items[0];
	if (first === undefined || !(BEFORE_SUBJECT.has(first.key) || first.kind === "weekday")) return items;
	const at = items.findIndex((i) => isWord(i, "user", "customer"));
	if (at < 1 || at > 5 || items.slice(0, at).some((i) => i.key === "'s")) return items;
	return [...items.slice(at), ...items.slice(0, at).map((i) => ({ ...i, head: false }))];
}

/** "the color of the user's car is" as "the user's car's color is". */
function unpossess(items: Item[]): Item[] {
	const verb = items.findIndex((i) => isWord(i, "be"));
	const of = items.findIndex((i) => isWord(i, "of"));
	if (of < 1 || of > 2 || verb < of + 2 || items.slice(0, of).some((i) => i.kind !== "word")) return items;
	const owner = items.slice(of + 1, verb);
	if (owner.some((i) => i.kind !== "word" && i.kind !== "name")) return items;
	const owned = items.slice(0, of).map((i) => ({ ...i, head: false }));
	return [...owner, word("'s"), ...owned, ...items.slice(verb)];
}

/** "there are two dogs in the house" as "the house has two dogs". */
function unfold(items: Item[]): Item[] {
	if (!isWord(items[0], "there") || !isWord(items[1], "be")) return items;
	const place = items.findIndex((i) => isWord(i, "in"));
	if (place < 3) return items;
	return [...items.slice(place + 1), word("have", items[1]), ...items.slice(2, place)];
}

/** Nouns for people, and the verb for what they do. */
const AGENTS: ReadonlyMap<string, string> = new Map([
	["player", "play"],
	["speaker", "speak"],
	["fan", "like"],
	["like", "like"],
	["lover", "like"],
	["aficionado", "like"],
	["buff", "like"],
	["supporter", "support"],
	["owner", "have"],
	["collector", "collect"],
	["drinker", "drink"],
	["eater", "eat"],
	["user", "use"],
	["driver", "drive"],
	["reader", "read"],
	["rider", "ride"],
	["learner", "learn"],
	["graduate", "graduate"],
	["alumnus", "graduate"],
	["teacher", "teach"],
	["sufferer", "have"],
	["subscriber", "subscribe"],
]);
/** A clause with one of these before the noun is not rewritten: they say how, not what. */
const MANNERS = wordSet("good bad great big huge keen avid fast slow former team new old only real");

/** "is a guitar player" as "plays guitar"; "is an MIT graduate" as "graduated from MIT". */
function unnameAgent(items: Item[]): Item[] {
	const be = items.findIndex((i) => isWord(i, "be"));
	if (be < 1) return items;
	const at = items.findIndex((i, n) => n > be + 1 && i.kind === "word" && AGENTS.has(i.key));
	const agent = items[at];
	if (agent === undefined || items[at + 1]?.key === "'s" || isWord(items[at + 1], "of")) return items;
	const between = items.slice(be + 1, at);
	const not = between.filter((i) => isWord(i, "not"));
	const object = between.filter((i) => !isWord(i, "not", "big", "huge", "avid", "keen", "great"));
	if (object.length === 0 || object.length > 3) return items;
	if (object.some((i) => MANNERS.has(i.key) || isWord(i, "be", "to", "and", "than", "with"))) return items;
	const verb = AGENTS.get(agent.key) ?? agent.key;
	if (verb === "speak" && isWord(object[0], "native") && not.length === 0)
		return [
			...items.slice(0, be),
			word("'s"),
			word("native"),
			word("language"),
			word("be"),
			...object.slice(1),
		];
	const graduate = verb === "graduate";
	if (graduate && !object.some((i) => i.kind === "name" || isWord(i, "university"))) return items;
	const done = { ...word(verb), past: graduate || (items[be]?.past ?? false) };
	const link = graduate ? [word("from")] : [];
	return [...items.slice(0, be), ...not, done, ...link, ...object, ...items.slice(at + 1)];
}

/** "works at Acme as a nurse" as "is a nurse at Acme". */
function unworkAs(items: Item[]): Item[] {
	const work = items.findIndex((i, at) => isWord(i, "work") && isWord(items[at + 1], "at", "in", "for"));
	const as = items.findIndex((i, at) => at > work + 2 && isWord(i, "as"));
	if (work < 1 || as < 0 || isWord(items[work - 1], "'s")) return items;
	const place = items.slice(work + 1, as);
	const end = items.findIndex((i, at) => at > as && isWord(i, "since", "and", "with", "for", "in", "on"));
	const role = items.slice(as + 1, end < 0 ? undefined : end);
	if (role.length === 0) return items;
	const rest = end < 0 ? [] : items.slice(end);
	return [
		...items.slice(0, work),
		word("be", { ...word("be"), past: items[work]?.past ?? false }),
		...role,
		...place,
		...rest,
	];
}

const OUTINGS = wordSet("run walk swim jog hike ride drive bike");

/** "goes for a 5 km run" as "runs 5 km". */
function unoutings(items: Item[]): Item[] {
	const go = items.findIndex((i, at) => isWord(i, "go", "take") && !isWord(items[at - 1], "'s"));
	const start = isWord(items[go + 1], "for", "on") ? go + 2 : isWord(items[go], "take") ? go + 1 : -1;
	if (go < 1 || start < 0) return items;
	const at = items.findIndex(
		(i, n) => n >= start && n <= start + 3 && i.kind === "word" && OUTINGS.has(i.key),
	);
	const noun = items[at];
	if (noun === undefined || items.slice(start, at).some((i) => isWord(i, "be", "to", "and"))) return items;
	const verb = word(noun.key, { ...noun, past: items[go]?.past ?? false });
	return [...items.slice(0, go), verb, ...items.slice(start, at), ...items.slice(at + 1)];
}

const DATED = new Set(["year", "month", "weekday", "day"]);

/**
 * "has been learning Go since 2021" as "started learning Go in 2021"; "has lived in Rome since" as "moved to Rome
 * in".
 */
function unsince(items: Item[]): Item[] {
	const since = items.findIndex((i) => isWord(i, "since"));
	const when = items[since + 1];
	if (since < 2 || when === undefined || !DATED.has(when.kind)) return startOf(items);
	const have = items.findIndex((i, at) => at < since && isWord(i, "have"));
	if (have < 1 || items.slice(0, since).some((i) => isWord(i, "not", "never"))) return items;
	const been = items[have + 1]?.word === "been";
	const verb = items[have + (been ? 2 : 1)];
	if (verb === undefined || verb.kind !== "word") return items;
	const rest = items.slice(have + (been ? 3 : 2), since);
	const tail = [word("in"), ...items.slice(since + 1)];
	const began = (key: string): Item => ({ ...word(key), past: true });
	const head = items.slice(0, have);
	if (verb.key === "retire" || verb.key === "divorce") return [...head, began(verb.key), ...rest, ...tail];
	if (verb.key === "spouse" || verb.key === "marry") return [...head, began("marry"), ...rest, ...tail];
	if (been && !verb.ongoing && !verb.past) return [...head, began("become"), verb, ...rest, ...tail];
	if (!(verb.ongoing || verb.past)) return items;
	return startOf([...head, began("start"), { ...verb, past: false, ongoing: true }, ...rest, ...tail]);
}

/** "started living in Rome" as "moved to Rome", "started working at Acme" as "joined Acme". */
function startOf(items: Item[]): Item[] {
	const start = items.findIndex((i) => isWord(i, "start") && i.past);
	const verb = items[start + 1];
	const link = items[start + 2];
	if (start < 1 || !items.some((i) => DATED.has(i.kind))) return items;
	const begin = (key: string, skip: number, ...more: Item[]): Item[] => [
		...items.slice(0, start),
		{ ...word(key), past: true },
		...more,
		...items.slice(start + skip),
	];
	if (isWord(verb, "live") && isWord(link, "in")) return begin("move", 3, word("to"));
	if (isWord(verb, "work") && isWord(link, "at")) return begin("join", 3);
	return isWord(verb, "at") ? begin("join", 2) : items;
}

/** "has a brother Tom who lives in Rome" as "the user's brother Tom lives in Rome". */
function unrelate(items: Item[]): Item[] {
	const have = items.findIndex((i) => isWord(i, "have"));
	if (have < 1 || have > 2 || items[have]?.past === true) return items;
	const who = items.findIndex((i, at) => at > have + 1 && isWord(i, "who", "that", "which"));
	if (who < 0 || who > have + 7 || items[who + 1] === undefined) return items;
	const owned = items.slice(have + 1, who);
	if (!owned.some((i) => i.kind === "word" && (PERSONS.has(i.key) || PETS.has(i.key)))) return items;
	if (owned.some((i) => i.kind === "number" || isWord(i, "not", "no", "never"))) return items;
	const named = owned.filter((i) => !isWord(i, "name"));
	return [...items.slice(0, have), word("'s"), ...named, ...items.slice(who + 1)];
}

/** "likes tea more than any other drink" as "the favorite drink is tea". */
function untop(items: Item[]): Item[] {
	const like = items.findIndex((i) => isWord(i, "like", "prefer"));
	const than = items.findIndex((i, at) => isWord(i, "than", "of") && isWord(items[at + 1], "any", "all"));
	if (isWord(items[than], "of") && !isWord(items[than - 1], "best", "most")) return items;
	const kind = items.slice(than + (isWord(items[than + 2], "other") ? 3 : 2));
	if (like < 1 || than < like + 2 || kind.length === 0 || kind.length > 2) return items;
	const liked = items.slice(like + 1, than).filter((i) => !isWord(i, "more", "best", "most"));
	return [...items.slice(0, like), word("'s"), word("favorite"), ...kind, word("be"), ...liked];
}

/** "can be reached at jo@acme.com": the form of an address shows its kind. */
function unreach(items: Item[]): Item[] {
	const at = items.findIndex(
		(i, n) => isWord(i, "contact", "reach") && isWord(items[n + 1], "at", "on", "by"),
	);
	const code = items[at + 2];
	if (at < 2 || code === undefined || items.length > at + 3) return items;
	const kind = code.key.includes("@")
		? "email"
		: code.kind === "code" || code.kind === "number"
			? "phone"
			: "";
	const subject = items.findIndex((i) => isWord(i, "can", "be"));
	if (kind === "" || subject < 1) return items;
	return [...items.slice(0, subject), word("'s"), word(kind), word("be"), code];
}

const HELD = wordSet(
	"phd degree license master bachelor passport certificate diploma citizenship mba doctorate",
);

/** "holds a degree" has one. */
function unhold(items: Item[]): Item[] {
	const at = items.findIndex((i) => isWord(i, "hold"));
	if (at < 1 || !items.slice(at + 1, at + 5).some((i) => HELD.has(i.key))) return items;
	return items.map((i, n) => (n === at ? { ...word("have", i), word: i.past ? "had" : "has" } : i));
}

const PEOPLES: ReadonlyMap<string, string> = new Map(
	`italy italian, germany german, france french, spain spanish, portugal portuguese, poland polish, sweden swedish, norway norwegian,
	denmark danish, finland finnish, ireland irish, scotland scottish, greece greek, turkey turkish, russia russian, ukraine ukrainian,
	brazil brazilian, mexico mexican, argentina argentinian, chile chilean, colombia colombian, peru peruvian, canada canadian,
	china chinese, japan japanese, korea korean, india indian, pakistan pakistani, vietnam vietnamese, thailand thai,
	australia australian, egypt egyptian, kenya kenyan, nigeria nigerian, morocco moroccan, netherlands dutch, belgium belgian,
	austria austrian, hungary hungarian, romania romanian, czechia czech, iran iranian, israel israeli, lebanon lebanese`
		.split(",")
		.map((pair) => pair.trim().split(" ") as [string, string]),
);

/** Who comes from Italy is Italian. */
function unplace(items: Item[]): Item[] {
	const at = items.findIndex((i, n) => isWord(i, "be") && isWord(items[n + 1], "from"));
	const people = PEOPLES.get(items[at + 2]?.key ?? "");
	const place = items[at + 2];
	if (at < 1 || people === undefined || place === undefined || items.length > at + 3) return items;
	return [...items.slice(0, at + 1), { ...place, word: people, key: people }];
}

/** The address is where somebody lives. */
function unaddress(items: Item[]): Item[] {
	const at = items.findIndex(
		(i, n) => isWord(i, "'s") && isWord(items[n + 1], "address") && isWord(items[n + 2], "be"),
	);
	if (at < 1) return items;
	return [...items.slice(0, at), { ...word("live"), word: "lives" }, word("at"), ...items.slice(at + 3)];
}

/** "the user and his wife live in Rome" as "the user lives in Rome with his wife". */
function unjoin(items: Item[]): Item[] {
	if (!isWord(items[0], "user") || !isWord(items[1], "and")) return items;
	const verb = items.findIndex((i, at) => at > 2 && i.kind === "word" && VERBS.has(i.key));
	if (verb < 3 || verb > 5 || items.slice(2, verb).some((i) => i.key === "'s" || isWord(i, "and")))
		return items;
	return [...items.slice(0, 1), ...items.slice(verb), word("with"), ...items.slice(2, verb)];
}

const STYLED = wordSet(
	"answer explanation summary response message email format style code example list bullet tone sentence instruction reply",
);

/** How somebody likes, wants or prefers answers to be is one thing. */
function unstyle(items: Item[]): Item[] {
	const at = items.findIndex((i) => isWord(i, "like", "want"));
	const object = items.slice(at + 1);
	if (at < 1 || object.length < 2 || object.length > 5 || isWord(object[0], "to", "not")) return items;
	if (items.slice(0, at).some((i) => isWord(i, "not", "never", "be", "do"))) return items;
	if (!object.some((i) => i.kind === "word" && STYLED.has(i.key))) return items;
	return [...items.slice(0, at), { ...word("prefer", items[at]), word: "prefers" }, ...object];
}

const STEPS = [
	unstyle,
	unjoin,
	unplace,
	unaddress,
	unfront,
	unpossess,
	unfold,
	untop,
	unrelate,
	unsince,
	unworkAs,
	unnameAgent,
	unoutings,
	unreach,
	unhold,
];
