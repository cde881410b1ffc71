import { TECHNICAL } from "../lexicon.ts";
import type { Class, Classify } from "./class.ts";

const EVENT: Omit<Class, "confidence"> = { kind: "event", importance: 0.5, tense: "past" };

/** Turns of a life: worth it without a date. */
const LIFE =
	/^(?:got|gotten|gave|had|bought|sold|adopted|became|won|lost|joined|met|started|began|took|opened|celebrated|finished|completed|published|released|learned|ran|proposed|founded|inherited|donated|signed|volunteered|competed|climbed|built|rescued|performed)$/;
const LIFE_TAIL =
	/^(?:married|engaged|divorced|an? (?:uncle|aunt)|a (?:father|mother|parent|grandfather|grandmother|grandparent|citizen|divorce|dog|cat|puppy|kitten|new (?:car|house|apartment|place|puppy|dog|cat|kitten|phone|bike|laptop|hobby|guitar|baby|piano|camera)|tattoo|baby|boy|girl|son|daughter|house|flat|car|boat|bike|motorcycle|marathon|half[- ]marathon|triathlon|5k|10k|medal|prize|award|scholarship|competition|contest|tournament|race|book|novel|album|business|store|shop|restaurant|bakery|band|choir|gym|club|class|course|family|garden|guitar|piano|camera|condo|farm|gap year|sabbatical|shelter dog|rescue dog|kitten|fundraiser|charity)|an? (?:[a-zÀ-ɏ'-]+ ){1,3}(?:class|course|club|group|team|band|choir|house|car|apartment|dog|cat|puppy|kitten|award|prize|competition|contest|race|marathon|workshop|shelter|program|book|novel|album|medal|tournament|gym|league|business|studio|store|shop)|birth|my (?:first|new|wife|husband|partner|driver'?s licen[sc]e|licen[sc]e|degree|phd|wedding|mother|father|mom|dad|dog|cat|grandmother|grandfather|grandma|grandpa|house|car|own|wallet|passport|ring|job|best friend|birthday|anniversary)|our (?:first|new|own|wedding|house|anniversary|baby)|the (?:lottery|[a-zÀ-ɏ'-]+ (?:award|prize|competition|marathon|race|tournament|contest))|two (?:cats|dogs|kittens|puppies)|twins|up for (?!a (?:free|trial))|learning|playing|painting|running|surfing|knitting|cooking|yoga|how to (?:swim|ride|drive|cook|knit|sew|surf|ski|play|paint|dance|sail)|at (?:a|the) (?:[a-zÀ-ɏ'-]+ )?(?:shelter|soup kitchen|hospital|food bank|animal shelter|school|library))/i;
/** What people do in their lives; it needs a date, or a chat between people. */
const DOES =
	/^(?:went|gone|visited|travel(?:l)?ed|attended|hiked|camped|flew|flown|drove|driven|met|saw|seen|watched|read|painted|wrote|written|cooked|baked|made|planted|celebrated|played|performed|hosted|organi[sz]ed|threw|thrown|swam|ran|run|climbed|biked|cycled|sailed|surfed|skied|danced|sang|sung|bought|sold|took|taken|tried|finished|completed|started|joined|volunteered|donated|won|lost|broke|received|helped|taught|spoke|spoken|gave|given|shared|learned|signed|created|built|got|gotten|had|spent|stayed|returned|came|moved|adopted|called|presented|launched|interviewed|applied|opened|ordered|renovated|redecorated|caught|explored|competed|photographed|crashed|fell|missed|passed|invited|reconnected|picked|set|led|raised|designed|filmed|recorded|posted|been|enjoyed|found|discovered|fixed|repaired|dropped|enrolled)$/;
/** Of these, what people tell each other without a date. */
const NOTABLE =
	/^(?:went|gone|visited|travel(?:l)?ed|attended|hiked|camped|flew|met|saw|watched|read|painted|wrote|written|cooked|baked|planted|celebrated|performed|hosted|organi[sz]ed|ran|climbed|cycled|sailed|surfed|bought|sold|took|finished|completed|joined|volunteered|donated|won|broke|received|taught|learned|signed|created|built|adopted|presented|launched|interviewed|applied|opened|renovated|explored|competed|enrolled|discovered)$/;
const NOTHING_DONE =
	/^(?:to (?:bed|sleep|work|the (?:bathroom|toilet|store|shop|supermarket|office))|it|this|that|them|there|here|a (?:headache|cold|fever|bad day|long day|rough day|nightmare|look|question|problem|feeling|thought|chance|hard time|bit|lot|good time|great time|blast|call|message|text)|an? (?:idea|issue|error|question)|the (?:idea|point|feeling|impression|same|chance|following|right|wrong|job done|hang|answer|option|option to)|through|back to|on with|over|ahead|for it|with (?:it|that|the)|used to|to (?:know|see|say|think|be|do|go|get|have|admit|ask|tell|work)|tired|bored|stuck|lost|confused|sick|started|ready|done|up (?:at|early|late)|home|rid|so|such|some(?: sleep| rest| time| help)?$|no |enough|in touch|inspired|excited|nervous|what|how|why|who|out of)\b/i;

/** What happened to someone. */
export const classifyEvent: Classify = (
	{ form, verb, tail, negated, recent, adverb },
	{ isNamed, hasDate },
) => {
	if ((form !== "past" && form !== "perfect") || negated || adverb !== "") return undefined;
	if (TECHNICAL.test(tail) && !/\b(?:book|novel|tattoo)\b/.test(tail)) return undefined;
	if (verb === "signed" && /^up (?:for|to)\b/.test(tail) && !/trial/.test(tail))
		return { ...EVENT, confidence: 0.75 };
	// "gave my car a wash".
	const isGift = verb === "gave" && /^(?:my|our) /.test(tail);
	if (LIFE.test(verb) && LIFE_TAIL.test(tail) && !isGift)
		return { ...EVENT, importance: 0.6, confidence: 0.8 };
	// "…, we found out on Monday": of what stands before.
	if (verb === "found" && /^out\b(?! (?:that|about|I|we|my|our)\b)/.test(tail)) return undefined;
	if (!DOES.test(verb) || tail === "" || NOTHING_DONE.test(tail)) return undefined;
	if (form === "perfect" && verb === "been") {
		const lasting =
			/^(?:to (?:\p{Lu}|the \p{Lu})|(?:learning|playing|training|practicing|practising|writing|painting|running|volunteering|taking|going to|seeing|dating|collecting|reading|attending)\b)/u.test(
				tail,
			);
		return lasting ? { ...EVENT, importance: 0.4, confidence: 0.65 } : undefined;
	}
	if (hasDate) return { ...EVENT, confidence: 0.7 };
	if (isNamed && NOTABLE.test(verb) && tail.split(" ").length >= 2)
		return { ...EVENT, importance: 0.4, confidence: recent ? 0.65 : 0.55 };
	return undefined;
};
