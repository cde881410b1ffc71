import { OCCUPATIONS } from "../lexicon.ts";
import { type Class, type Classify, words } from "./class.ts";

const WORKING_AT =
	/^(?:(?:part[- ]time|full[- ]time|remotely|mostly|mainly|currently|freelance|nights?|shifts?) )*(?:at|for|as|in|with|from home|from|remotely|part[- ]time|full[- ]time|nights|night shifts|shifts|freelance|two jobs|days|weekends)\b(?! (?:progress|it|this|that|these|the (?:following|next)|parallel|peace|general|my case|full|me|us|hand|all))/i;
const OCCUPATION = words(
	`^(?:also |now |still |currently )*(?:an?|the) (?:[a-zÀ-ɏ'/-]+ ){0,4}?(?:${OCCUPATIONS}|(?!pessim|optim|perfection|minimal|real|femin|ideal|raci|sexi|tour|typ|hobby)[a-z]{4,}(?:ist|ician|grapher))(?: (?:at|for|in|with|by|from|of|on|who|and|specializing|specialising|working|based)\\b.{1,90}|, .{1,60})?$`,
);
const OCCUPATION_BARE = words(
	`^(?:the )?(?:head|director|vp|vice president|chief|lead|dean|president|owner|co-owner|founder|co-founder|captain|ceo|cto|cfo|coo) (?:of|at|engineer|designer|developer)\\b.{2,60}$`,
);
const IN_STUDIES =
	/^in (?:high school|middle school|college|university|med school|medical school|law school|grad school|graduate school|my (?:first|second|third|fourth|final|last|senior|junior|sophomore|freshman) year|(?:\d+(?:st|nd|rd|th)|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth) grade|sales|marketing|finance|it|tech|construction|healthcare|education|real estate|hr|logistics|retail|hospitality|the (?:army|navy|military|air force))\b/i;
const NO_SUBJECT =
	/^(?:it|this|that|for (?:the|my|an?) (?:exam|test)|the (?:problem|docs|code|issue)|hard|all|with you)\b/i;
const RUNS =
	/^(?:a|an|my own|my|our|the|two|three|our own) (?:[a-zÀ-ɏ'-]+ ){0,4}(?:business|bakery|company|shop|store|restaurant|guesthouse|b&b|vineyard|winery|brewery|daycare|ranch|cafe|café|studio|startup|agency|firm|farm|gym|blog|podcast|newsletter|channel|youtube channel|team|department|group|club|charity|non-profit|nonprofit|ngo|school|clinic|practice|gallery|bar|hotel|salon|dance studio|bookshop|bookstore|food truck|lab)\b/i;
const JOB_GOT =
	/^(?:a|an|the|my|another|that) (?:[a-zÀ-ɏ'-]+ ){0,4}(?:job|promotion|raise|internship|offer|position|role|degree|phd|master's|masters|bachelor's|mba|diploma|scholarship|grant|licen[sc]e|certification|apprenticeship)\b/i;

const WORK: Omit<Class, "confidence"> = { kind: "work", importance: 0.7 };

/** What someone does for a living, or studies. */
export const classifyWork: Classify = (
	{ form, verb, tail, negated, recent, ended },
	{ isNamed, hasDate },
) => {
	if (form === "present" || form === "used to") {
		if (verb === "work" && WORKING_AT.test(tail)) return { ...WORK, confidence: 0.9 };
		if (
			/^(?:study|teach|major|lecture|intern|freelance)$/.test(verb) &&
			tail !== "" &&
			!NO_SUBJECT.test(tail)
		)
			return { ...WORK, confidence: 0.8 };
		if (/^(?:run|own|manage|lead|head|host|co-own|founded)$/.test(verb) && RUNS.test(tail))
			return { ...WORK, confidence: 0.8 };
		if (
			verb === "have" &&
			/^(?:a|an|my|two|no) (?:[a-zÀ-ɏ'-]+ ){0,3}(?:job|phd|degree|master's|masters|bachelor's|mba|internship|side job|diploma)\b(?! (?:interview|offer|application|fair|to do))/i.test(
				tail,
			)
		)
			return { ...WORK, confidence: 0.8 };
	}
	if (form === "be") {
		if (
			OCCUPATION.test(tail) &&
			!/^a (?:good|bad|great|terrible|decent|natural|better|lousy|horrible|self) /i.test(tail)
		)
			return { ...WORK, confidence: 0.85 };
		if (OCCUPATION_BARE.test(tail)) return { ...WORK, confidence: 0.85 };
		if (ended && /^(?:with|at|employed (?:by|at)) \p{Lu}/u.test(tail)) return { ...WORK, confidence: 0.85 };
		if (IN_STUDIES.test(tail)) return { ...WORK, confidence: 0.75 };
		if (
			verb === "was" &&
			/^(?:laid off|fired|hired|promoted|let go|accepted (?:to|at|into|for)|made redundant|awarded)\b/.test(
				tail,
			)
		)
			return { ...WORK, confidence: 0.85 };
		if (
			/^(?:unemployed|between jobs|out of work|retired|self-employed|on (?:parental|maternity|paternity|sick|medical) leave|looking for (?:a|an|my) .{0,30}\b(?:job|internship|position|role)\b)/i.test(
				tail,
			)
		)
			return { ...WORK, confidence: 0.8 };
	}
	if (form === "progressive") {
		if (verb === "working" && WORKING_AT.test(tail)) return { ...WORK, confidence: 0.85 };
		if (
			verb === "working" &&
			/^(?:on|towards?) (?:my|a|an) (?:[a-zÀ-ɏ'-]+ ){0,3}(?:phd|thesis|dissertation|novel|book|memoir|startup|master's|degree|album|screenplay|documentary|certification)\b/i.test(
				tail,
			)
		)
			return { ...WORK, importance: 0.6, confidence: 0.8 };
		if (
			verb === "looking" &&
			/^for (?:a|an|my|another) .{0,30}\b(?:job|internship|position|role|work)\b/i.test(tail)
		)
			return { ...WORK, importance: 0.6, confidence: 0.8 };
		if (verb === "studying" && tail !== "" && !NO_SUBJECT.test(tail)) return { ...WORK, confidence: 0.85 };
		if (
			/^(?:teaching|interning|majoring|freelancing|apprenticing)$/.test(verb) &&
			tail !== "" &&
			!NO_SUBJECT.test(tail)
		)
			return { ...WORK, confidence: 0.8 };
		if (
			verb === "doing" &&
			/^(?:a|an|my) (?:[a-zÀ-ɏ'-]+ ){0,3}(?:phd|master's|masters|degree|internship|apprenticeship|residency|postdoc|bachelor's|mba|course)\b/i.test(
				tail,
			)
		)
			return { ...WORK, confidence: 0.85 };
		if (
			verb === "writing" &&
			/^(?:a|an|my) (?:[a-zÀ-ɏ'-]+ ){0,3}(?:book|novel|thesis|dissertation|memoir|screenplay|cookbook)\b/i.test(
				tail,
			)
		)
			return { ...WORK, importance: 0.6, confidence: 0.8 };
		if (verb === "training" && /^(?:as|to (?:be|become)) /.test(tail)) return { ...WORK, confidence: 0.85 };
		if (/^(?:running|managing|leading)$/.test(verb) && RUNS.test(tail)) return { ...WORK, confidence: 0.75 };
	}
	if ((form === "past" || form === "perfect") && !negated) {
		if (
			/^(?:got|gotten|landed|accepted|received|earned|finished|completed|started|found|left|quit|lost|turned|took)$/.test(
				verb,
			) &&
			JOB_GOT.test(tail)
		)
			return { ...WORK, confidence: 0.85 };
		if (
			/^(?:got|gotten)$/.test(verb) &&
			/^(?:promoted|fired|laid off|hired|tenure|accepted (?:to|at|into|for|by))\b/.test(tail)
		)
			return { ...WORK, confidence: 0.85 };
		if (
			verb === "graduated" ||
			(verb === "retired" &&
				(tail === "" || /^(?:from|in|last|on|after|early|as|this|two|three|a)\b/.test(tail)))
		)
			return { ...WORK, confidence: 0.85 };
		if (
			/^(?:started|began)$/.test(verb) &&
			/^(?:working (?:at|for|as|in|with)|at [A-Z]|as (?:a|an|the)|my (?:own|phd|master|studies|residency|internship)|a (?:company|business|phd|startup|bakery|shop)|studying|teaching|university|college|school|uni)\b/i.test(
				tail,
			)
		)
			return { ...WORK, confidence: 0.85 };
		if (verb === "stopped" && /^working (?:at|for|as) /.test(tail)) return { ...WORK, confidence: 0.85 };
		if (/^(?:founded|co-founded|cofounded)$/.test(verb) && tail !== "") return { ...WORK, confidence: 0.85 };
		if (
			/^(?:left|quit|resigned|joined)$/.test(verb) &&
			/^(?:\p{Lu}|from \p{Lu}|from my|the \p{Lu}|my (?:job|position|role|company))/u.test(tail)
		)
			return { ...WORK, confidence: 0.75 };
		if (
			/^(?:worked|studied|taught|interned|majored)$/.test(verb) &&
			/^(?:at|for|as|in|with|from|\p{Lu})/u.test(tail) &&
			(hasDate || isNamed || recent || / for \w+ (?:years?|months?)|\bsince\b/.test(tail))
		)
			return { ...WORK, importance: 0.6, confidence: 0.75 };
		if (
			form === "perfect" &&
			verb === "been" &&
			/^(?:working|teaching|studying|writing|a (?:[\w-]+ )?(?:teacher|nurse|developer|engineer|doctor|designer))\b.*(?:\bfor\b|\bsince\b)/.test(
				tail,
			)
		)
			return { ...WORK, confidence: 0.8 };
		if (
			/^(?:passed|failed)$/.test(verb) &&
			/\b(?:exam|exams|bar|test|driving test|licen[sc]e|thesis|defense|certification)\b/i.test(tail)
		)
			return { kind: "event", importance: 0.5, confidence: 0.75 };
	}
	return undefined;
};
