import { TECHNICAL } from "../lexicon.ts";
import { type Class, type Classify, words } from "./class.ts";

const TASTE =
	/^(?:like|love|enjoy|adore|hate|dislike|prefer|avoid|detest|loathe|despise|crave|favor|favour)$/;
/** What one likes at the moment, in this conversation. */
const OF_NOW =
	/^(?:how|what|when|where|the way|the fact|to (?:see|know|thank|hear|say|think|ask|add|get|make|talk|chat|help|be able|have a|understand|inform|point|mention|share)|seeing|hearing|talking|chatting|knowing|being|that|your|a (?:version|list|summary|table|shorter|longer|different|copy|refund|quick|bit|lot|lil|little)|more|less|having you|getting)\b/i;
/** After "the", only things that everyone knows. */
const KNOWN_THING =
	/^the (?:sea|ocean|mountains|beach|rain|snow|smell|sound|taste|outdoors|cold|heat|colou?r|sun|woods|forest|city|countryside|theater|theatre|opera|cinema|movies|gym|winter|summer|autumn|spring|dark|idea of|feeling of|quiet|window seat|aisle|metric|dutch|piano|violin|cello|guitar)\b|^the \p{Lu}/u;

const INTEREST = words(
	"^(?:really |very |super |quite |so |not )*(?:a (?:big |huge |massive |great |die-hard |lifelong |long-time )?fan of|into|obsessed with|fond of|crazy about|mad about|keen on|passionate about|addicted to|partial to|hooked on|interested in|a sucker for|terrified of|afraid of|scared of|good at|bad at|terrible at|great at|(?:bad|terrible|good|great) with|allergic to mornings) .{2,}$",
);
const KIND_OF_PERSON =
	/^(?:not )?(?:a|an) (?:[\w-]+ ){0,2}(?:person|owl|early bird|bookworm|foodie|gamer|homebody|minimalist|perfectionist|movie buff|coffee drinker|tea drinker|coffee lover|dog lover|cat lover|reader|runner|hiker|night owl|geek|nerd|enthusiast|(?:[\w'-]+ ){0,2}fan|beginner (?:at|in|with) .+)$/i;

const HABIT =
	/^(?:eat|drink|wear|get|wake|go|take|sleep|travel|fly|order|cook|run|read|listen|watch|drive|skip|buy|shop|walk|sit|play|swim|cycle|bike|meditate|exercise|train|work|have|leave|start|stay|pay|book|bring|vacation|holiday|visit|call|bake|hike|jog|dance|sing|write|paint|practice|practise|spend|use)$/;
const HOBBY =
	/^(?:play|collect|volunteer|knit|crochet|paint|bake|garden|hike|climb|surf|ski|snowboard|box|sing|dance|swim|cycle|jog|meditate|camp|fish|sail|skate|draw|sew|brew|forage|coach|cosplay|freelance|row|fence|practice|practise|do|run|read|watch|listen|work)$/;
const REGULAR =
	/\b(?:every|each|twice|once a|once per|times (?:a|per)|on (?:mon|tues|wednes|thurs|fri|satur|sun)days|regularly|daily|weekly|most (?:days|mornings|weekends|evenings)|on weekends|at weekends|in my (?:free|spare) time|for fun|as a hobby|in a (?:band|choir|league|team|club))\b/i;
const SPORT =
	/^(?:yoga|pilates|karate|judo|crossfit|ballet|gymnastics|taekwondo|tai chi|martial arts|ceramics|woodworking|archery|calligraphy|improv|stand-up|triathlons|marathons|jiu-jitsu|kickboxing)\b/i;
const NO_HOBBY = /^(?:around|a role|it|this|that|along|the (?:video|song|game)|well|ok|fine)\b/i;

const LIKING: Omit<Class, "confidence"> = { kind: "preference", importance: 0.6 };

/** What someone likes, dislikes, does as a rule. */
export const classifyPreference: Classify = ({ form, verb, tail, negated, ended, adverb }) => {
	if (form === "present" && TASTE.test(verb)) {
		if (tail === "" || OF_NOW.test(tail)) return undefined;
		if (/^the\b/i.test(tail) && !KNOWN_THING.test(tail)) return undefined;
		return { ...LIKING, confidence: /^(?:my|our)\b/i.test(tail) ? 0.6 : 0.85 };
	}
	if (form === "can" && negated && /^(?:stand|bear|tolerate|resist|abide)$/.test(verb) && tail !== "")
		return { ...LIKING, confidence: 0.85 };
	if (form === "can" && negated && /^(?:swim|drive|cook|sing|dance|whistle|read music|ride)$/.test(verb))
		return { ...LIKING, kind: "other", importance: 0.5, confidence: 0.7 };
	if (
		form === "would" &&
		/^(?:rather|prefer)$/.test(verb) &&
		/^(?:to |not )?(?:be called|travel|fly|work|live|walk|stay|eat|sit)\b/.test(tail)
	)
		return { ...LIKING, confidence: 0.6 };
	if (form === "be" && INTEREST.test(tail) && !/ (?:this|that|it|your)\b/.test(tail))
		return { ...LIKING, confidence: 0.8 };
	if (form === "be" && KIND_OF_PERSON.test(tail)) return { ...LIKING, confidence: 0.8 };
	if (
		form === "present" &&
		/^(?:eat|drink|smoke|cook)$/.test(verb) &&
		(negated || adverb !== "") &&
		!/^(?:there|here|today|yet)\b/i.test(tail)
	) {
		return { ...LIKING, importance: 0.7, confidence: 0.85 };
	}
	if (
		form === "present" &&
		/^(?:eat|drink|smoke)$/.test(verb) &&
		(ended ||
			/^(?:only|mostly|a lot of|no|vegan|vegetarian|halal|kosher|meat|fish|gluten-free)\b/i.test(tail))
	)
		return { ...LIKING, importance: 0.7, confidence: 0.8 };
	if (form === "present" && verb === "smoke" && tail === "")
		return { ...LIKING, importance: 0.7, confidence: 0.85 };
	if (form === "present" && adverb !== "" && HABIT.test(verb) && tail !== "" && !TECHNICAL.test(tail))
		return { ...LIKING, confidence: 0.7 };
	if (form === "present" && !negated && HABIT.test(verb) && REGULAR.test(tail) && !TECHNICAL.test(tail)) {
		return { ...LIKING, importance: 0.5, confidence: 0.7 };
	}
	if (
		form === "present" &&
		/^(?:take|drink|like)$/.test(verb) &&
		/^my (?:coffee|tea|steak|eggs)\b/.test(tail)
	) {
		return { ...LIKING, confidence: 0.8 };
	}
	if (form === "perfect" && adverb !== "" && /^(?:liked|loved|hated|enjoyed)$/.test(verb) && tail !== "") {
		return { ...LIKING, confidence: 0.8 };
	}
	if (form === "present" && !negated && HOBBY.test(verb) && !NO_HOBBY.test(tail)) {
		if (REGULAR.test(tail) || (verb === "do" && SPORT.test(tail)))
			return { ...LIKING, importance: 0.5, confidence: 0.75 };
		const plain = /^(?:play|collect|volunteer|knit|crochet|coach|brew|sail)$/.test(verb);
		if (plain && /[a-z]{3,}/i.test(tail)) return { ...LIKING, importance: 0.5, confidence: 0.7 };
	}
	if (form === "present" && verb === "miss" && /^(?:my|living|the \p{Lu})/u.test(tail))
		return { ...LIKING, importance: 0.4, confidence: 0.6 };
	if (form === "used to" && /^(?:like|love|hate|play|smoke|drink|eat|enjoy|collect)$/.test(verb))
		return { ...LIKING, importance: 0.5, confidence: 0.75 };
	return undefined;
};
