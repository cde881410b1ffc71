import { CONDITIONS, DIETS, NATIONALITIES, OCCUPATIONS, STATUS } from "./lexicon.ts";
import { nameMonth } from "./name-dates.ts";
import { validity } from "./read-self.ts";
import { resolveDates, type Tense } from "./resolve-dates.ts";
import { asNamed, type Person, pointsElsewhere, type Statement, sentenceOf, trimTail } from "./statement.ts";
import { isPast } from "./verb-forms.ts";

const ADVERBS =
	/^(?:(?:also|still|now|really|actually|just|recently|finally|currently|absolutely|only|already|lately) )+/i;
const RECENT = /\b(?:just|recently|finally)\b/i;

const NAME = /^(?:called |named )?(\p{Lu}[\p{L}'-]*(?: \p{Lu}[\p{L}'-]+){0,2})$/u;
const LASTING = new RegExp(
	`^(?:not |also |a |an |the |now |currently |originally |\\w+ weeks? |\\w+ months? |very |highly |happily )*(?:${CONDITIONS}|${DIETS}|${STATUS}|${NATIONALITIES}|allergic to .+|from [a-zÀ-ɏ].*|based in .+|in (?:high school|college|university|the (?:army|navy|military)|kindergarten|\\w+ grade)\\b.*|\\d{1,3}(?: (?:years?|months?|weeks?)(?: old)?)?|(?:[a-zÀ-ɏ'/-]+ ){0,4}(?:${OCCUPATIONS})\\b.*|(?:[a-zÀ-ɏ'-]+ ){0,3}(?:retriever|terrier|labrador|lab|poodle|shepherd|bulldog|beagle|collie|corgi|tabby|siamese|persian|maine coon|dachshund|husky|mix|rescue|breed)|into .+|afraid of .+|scared of .+|obsessed with .+|a (?:big )?fan of .+|good at .+|survivor.*|getting married.*|expecting .+)$`,
	"i",
);
const DOING =
	/^(?:moving|getting (?:married|divorced|engaged)|studying|working (?:at|for|as|in|with)|living|expecting|learning|training|turning \d+|starting (?:school|college|university|kindergarten|a new job|at)|graduating|retiring|teaching|writing a|dating|having (?:a baby|surgery|twins))\b/i;
const DATED_DOING =
	/^(?:visiting|coming|flying|arriving|leaving|travel(?:l)?ing|staying|performing|competing|playing|celebrating|going)\b/i;
const VERBS =
	/^(?:lives?|works?|likes?|loves?|hates?|enjoys?|prefers?|adores?|studies|study|teaches|teach|speaks?|plays?|goes|go|owns?|runs?|moved|got|turned|turns|died|passed|graduated|started|quit|bought|sold|adopted|retired|gave|won|joined|became|doesn't|don't|can't|suffers?|comes?|grew|was|were|lost|broke|bakes?|cooks?|collects?|drives?|has|have|had|used|wants?|volunteers?|coaches|coach|sings?|dances?|paints?|eats?|drinks?|smokes?|attends?|manages?|raised|taught|served|met|opened|survived|beat|emigrated|immigrated|needs?|is|are|will|takes?|celebrates?|published|founded|beats?|wears?|competes?|writes?|swims?)$/i;
const OF_THE_MOMENT =
	/^(?:(?:is|are|was|were|'s) (?:not |so |very |really |too |just |being |pretty |a bit |such )*(?:here|there|home|tired|sick|ill|busy|late|angry|mad|sad|happy|ok|okay|fine|good|great|nice|cute|right|wrong|calling|crying|asking|waiting|sleeping|asleep|annoying|funny|amazing|awesome|proud|the best|back|away|out|gone|ready|done|on|off|in|at|with|important|everything|my|so|doing|hungry|worried|upset|excited)\b|(?:has|have|had) (?:to|a (?:cold|fever|headache|question|point|meeting|good|great|bad|hard)|been (?:so|very|really|great|a)|no idea|it|this|that|got to)|(?:got|was|were) (?:mad|angry|home|up|back|it|so|to)|gave me|(?:needs?|wants?) (?:to|me|us|help|you|a|it)|will (?!be (?:\d|a|getting|moving)|turn|start|graduate|retire|move|get married)|takes? (?:me|it|a)|got (?:a call|me|in)|won't|made|goes? (?:on|off|out|crazy)|go (?:on|off|out)|comes? (?:home|back|over|in|with)|loves? (?:me|you|it|this|that|us)|likes? (?:me|it|this|that)|hates? (?:me|it|when))/i;

/** What is said of someone else, whose name or place in the family is the subject; undefined if it is nothing to remember. */
export function readThird(
	subject: string,
	predicate: string,
	person: Person,
	at: number,
): Statement | undefined {
	const recent = RECENT.test(predicate.slice(0, 30));
	let rest = predicate.replace(/^'s /, "is ").replace(/^'re /, "are ").replace(ADVERBS, "");
	rest = rest.replace(
		/^(is|are|was|were|has|have) ((?:also|still|now|really|actually|just|recently|finally|currently|already) )+/i,
		"$1 ",
	);
	rest = trimTail(rest);
	const [verb = "", ...others] = rest.split(" ");
	const tail = others.join(" ");
	if (!VERBS.test(verb) || tail.length < 2 || pointsElsewhere(tail) || OF_THE_MOMENT.test(rest)) {
		if (!/^(?:died|passed away|retired|graduated)$/.test(rest)) return undefined;
	}
	if (/\b(?:says?|said|told|thinks?|thought|believes?|asked|asks|claims?|swears?)\b/.test(rest))
		return undefined;
	const tense: Tense = isPast(verb.toLowerCase()) || /^(?:has|have) \w+ed\b/.test(rest) ? "past" : "future";
	const dated = resolveDates(
		`${subject} ${asNamed(rest, person)}`,
		at,
		tense === "past" || /ing\b|\bwill\b/.test(rest) ? tense : undefined,
	);
	const kind = /^(?:is|are|was|were)$/i.test(verb)
		? kindOfBeing(tail, dated.from !== undefined)
		: kindOfDoing(rest, tense);
	if (!kind) return undefined;
	const isNews = recent && tense === "past" && dated.from === undefined;
	const content = sentenceOf(isNews ? `${dated.text} (${nameMonth(at)})` : dated.text);
	return content
		? { content, ...kind, ...validity(dated, /ing\b/.test(rest) || tense === "past" ? tense : undefined) }
		: undefined;
}

type Kind = Pick<Statement, "kind" | "importance" | "confidence">;

function kindOfBeing(tail: string, hasDate: boolean): Kind | undefined {
	if (NAME.test(tail) || LASTING.test(tail)) return { kind: "relation", importance: 0.7, confidence: 0.85 };
	if (/^(?:born|raised|diagnosed|buried|named after|killed|deployed)\b/.test(tail))
		return { kind: "relation", importance: 0.7, confidence: 0.85 };
	if (DOING.test(tail)) return { kind: "relation", importance: 0.6, confidence: 0.8 };
	if (hasDate && (DATED_DOING.test(tail) || /^(?:on|in) /.test(tail)))
		return { kind: "plan", importance: 0.5, confidence: 0.75 };
	return undefined;
}

function kindOfDoing(rest: string, tense: Tense): Kind {
	if (/^(?:died|passed away|lost)/.test(rest)) return { kind: "event", importance: 0.7, confidence: 0.85 };
	if (tense === "past") return { kind: "event", importance: 0.5, confidence: 0.7 };
	return { kind: "relation", importance: 0.6, confidence: 0.75 };
}
