import { isStopWord } from "../../../text/stop-words.ts";
import { LANGUAGES, NATIONALITIES, STATUS } from "../lexicon.ts";
import { type Class, type Classify, NAME, words } from "./class.ts";

const NAME_ONLY = words(`^(?:(?:Dr|Mr|Mrs|Ms|Prof)\\. )?${NAME}$`, "u");
const NATIONALITY = words(
	`^(?:(?:half|originally|originally from|part|a) )?(?:${NATIONALITIES})(?:(?: and|,| but) .{2,60}| citizen| by birth)?$`,
	"u",
);
const LANGUAGE = words(
	`^(?:(?:fluent|native|basic|some|a little|a bit of|decent|good|conversational|only|mostly|both) )*(?:(?:${LANGUAGES})\\b.{0,80}|(?:two|three|four|five|six|\\d) languages)$`,
	"u",
);
const STATUS_ONLY = words(
	`^(?:happily |newly |recently |openly )?(?:${STATUS})(?: (?:to|for|since|with|with|and) .{1,60})?$`,
);
const RELATION_STATUS =
	/^(?:happily |newly |recently )?(?:married|single|divorced|engaged|widowed|separated)/i;

/** Words with a capital that are no names. */
const NO_NAME =
	/^(?:Ok|Okay|Fine|Sorry|Sure|Good|Great|Not|Just|So|Very|Back|Here|Home|Done|Ready|Glad|Happy|Sad|Tired|Hungry|Busy|Late|Lost|Stuck|Confused|AI|A|An|The|In|At|On|CEO|CTO|CFO|CMO|PM|HR|VP|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|GMT|UTC|CET|EST|PST|ADHD|Team|Type|English|Also|January|February|March|June|July|August|September|October|November|December)\b/i;

/** "I'm Excited" is shouted, and "I'm From Berlin" is a name to no one. */
function isName(text: string): boolean {
	const [first = ""] = text.split(" ");
	if (!NAME_ONLY.test(text) || NO_NAME.test(text) || text.split(" ").length > 3) return false;
	return !isStopWord(first.toLowerCase()) && !/[a-z]{4}(?<!amm|ahm|hamm)ed$/.test(first);
}

const IDENTITY: Omit<Class, "confidence"> = { kind: "identity", importance: 0.8 };

/** Who someone is: name, age, origin, languages, status. */
export const classifyIdentity: Classify = ({ form, verb, tail, negated, ended }) => {
	if (form === "be" && verb === "am") {
		const age = /^(?:about |almost |nearly )?(\d{1,3})(?: years? old| y\.?o\.?| years of age)?$/i.exec(tail);
		if (age && Number(age[1]) > 4 && Number(age[1]) < 120) {
			return { ...IDENTITY, confidence: /[a-z]/i.test(tail) ? 0.9 : 0.7, say: `is ${age[1]} years old` };
		}
		if (NATIONALITY.test(tail)) return { ...IDENTITY, confidence: 0.85 };
		if (STATUS_ONLY.test(tail)) {
			return RELATION_STATUS.test(tail)
				? { kind: "relation", importance: 0.7, confidence: 0.85 }
				: { ...IDENTITY, confidence: 0.8 };
		}
		if (/^(?:fluent in|a native speaker of|a native [A-Z]|bilingual in|learning [A-Z])/.test(tail))
			return { ...IDENTITY, confidence: 0.85 };
		if (/^(?:called|named) \p{Lu}/u.test(tail))
			return { ...IDENTITY, importance: 0.9, confidence: 0.9, own: `name is ${tail.replace(/^\w+ /, "")}` };
		if (!negated && !ended && isName(tail)) {
			return { ...IDENTITY, importance: 0.9, confidence: 0.8, own: `name is ${tail}` };
		}
		if (/^a \d{1,2}[- ]year[- ]old \p{L}/u.test(tail)) return { ...IDENTITY, confidence: 0.85 };
	}
	if (form === "be" && verb === "was" && /^(?:born|raised|adopted)\b/.test(tail))
		return { ...IDENTITY, importance: 0.7, confidence: 0.9, tense: "past" };
	if (form === "present" && verb === "speak" && LANGUAGE.test(tail))
		return { ...IDENTITY, importance: 0.7, confidence: 0.9 };
	if (form === "can" && verb === "speak" && LANGUAGE.test(tail))
		return { ...IDENTITY, importance: 0.7, confidence: 0.85 };
	if (form === "present" && verb === "go" && /^by (?!car|bike|bus|train|plane|the\b|foot)\S+/i.test(tail))
		return { ...IDENTITY, confidence: 0.8 };
	if (form === "present" && verb === "identify" && /^as /.test(tail))
		return { ...IDENTITY, confidence: 0.85 };
	if (form === "present" && verb === "use" && /^(?:he|she|they|xe|ze)\/\w+/i.test(tail))
		return {
			...IDENTITY,
			importance: 0.9,
			confidence: 0.9,
			own: `pronouns are ${tail.replace(/ pronouns$/, "")}`,
		};
	if (form === "past" && verb === "turned" && /^\d{1,3}\b/.test(tail))
		return { ...IDENTITY, confidence: 0.85 };
	return undefined;
};
