import { TECHNICAL } from "../lexicon.ts";
import type { Class, Classify } from "./class.ts";

const PLAN: Omit<Class, "confidence"> = { kind: "plan", importance: 0.5, tense: "future" };

/** What people plan for their lives; anything else needs a date. */
const AIM =
	/^(?:learn|visit|travel|move|buy|marry|become|study|retire|adopt|run (?:a|the|my|for)|climb|lose|quit|start (?:a|my|an|learning|working|painting|running|studying)|open (?:a|my)|write (?:a|my) (?:book|novel|memoir|blog)|get (?:married|a (?:dog|cat|puppy|kitten|job|house|tattoo|degree|new|masters?|phd|divorce)|in shape|fit|healthier|into|my|better at|engaged)|have (?:kids|children|a (?:baby|family|big|small)|more)|go (?:to|on|back|camping|hiking|skiing|vegan|freelance|abroad|surfing|sailing|diving|travel)|take (?:a (?:trip|break|class|course|year|gap|sabbatical|vacation|holiday)|up|my|part|dance|piano|guitar)|build (?:a|my)|renovate|sell|paint|save|train|apply (?:to|for)|sign up|join|volunteer|teach|spend|improve my|practi[sc]e|propose|attend|host|organi[sz]e|launch|found|publish|hike|cycle|bike|see (?:the|my)|explore|grow|plant|redecorate|celebrate|work (?:as|in|at|for|with|abroad)|pursue|be (?:a|an|more|able to (?:run|speak|play))|compete|perform|swim|fly|drive|live|relocate|emigrate|swap|graduate|finish my|complete my|read more|cook more|try (?:out )?(?:\w+ing|surfing|yoga|skydiving)|plan (?:a|my)|continue|give back|make (?:a (?:difference|career|documentary|film)|my)|create (?:a|my) (?:community|garden|space|family|home|studio)|help (?:people|others|kids|children|my)|meet|camp|adopt)\b/i;
/** What one says at a task, or to be polite. */
const AT_HAND =
	/^(?:try|let|check|see|do|think|get back|know|ask|understand|make sure|be (?:able|sure|honest|back|right|clear|happy|fine|ok|okay)|tell|say|talk|use|give|send|add|fix|change|implement|convert|test|look|wait|go (?:with|ahead|for it|over|through|to (?:bed|sleep))|take (?:it|that|this|a look|the)|need|have (?:it|this|you|the)|keep|remember|thank|call it|stop (?:here|there)|leave it|be there|be here|follow|assume|show|explain|share|mention|point|update|come back|start (?:with|by|from)|just|sleep on|go (?:and )?(?:get|grab)|read (?:it|this|that|up)|write (?:it|this|that|back)|help you|be in touch)\b/i;
const MOVES =
	/^(?:flying|travel(?:l)?ing|moving|visiting|getting (?:married|engaged|divorced|my|a (?:dog|cat|puppy|kitten|new|tattoo|divorce))|going|leaving|starting|graduating|retiring|hosting|attending|running|having (?:a (?:baby|party|surgery)|surgery|an operation|my|our|friends|guests|people)|throwing|taking|meeting|seeing|celebrating|interviewing|presenting|performing|competing|returning|driving|hiking|camping|staying|playing|giving|turning \d+|defending|launching|opening|volunteering|spending|babysitting|joining|speaking)\b/i;
const LIFE_MOVES =
	/^(?:getting (?:married|engaged|divorced|a divorce)|starting (?:a (?:new job|business|company|family|phd)|my (?:phd|own|new job))|opening (?:a|my)|graduating|retiring|having (?:a baby|twins)|turning \d+|moving to|writing (?:a|my) (?:book|novel))\b/i;
const ONGOING =
	/^(?:learning (?!about this|that|how to (?:use|fix)|it|the (?:code|codebase))|training for|saving (?:up )?for|planning (?:a|an|my|our|to|on|for)|preparing for|restoring|renovating|building (?:a|my) (?:house|boat|cabin|treehouse|shed|guitar)|taking (?:[\w-]+ ){0,3}(?:class|classes|lessons|courses?)|looking for (?:a|an) (?:[\w-]+ ){0,3}(?:apartment|house|flat|roommate|dog|therapist|new (?:car|place))|house hunting|applying (?:to|for)|raising money|fundraising|fostering|house-hunting|redecorating)/i;

/** What someone is going to do, or wants to. */
export const classifyPlan: Classify = ({ form, verb, tail, negated, auxiliary }, { isNamed }) => {
	const action = `${verb} ${tail}`;
	if (TECHNICAL.test(action)) return undefined;
	if (form === "future") {
		if (AT_HAND.test(action) || (negated && auxiliary === "will")) return undefined;
		if (AIM.test(action)) return { ...PLAN, confidence: auxiliary === "will" ? 0.7 : 0.8 };
		return { ...PLAN, confidence: 0.7, needsFuture: true };
	}
	if (form === "progressive" && auxiliary === "is") {
		if (ONGOING.test(action))
			return {
				...PLAN,
				confidence: 0.75,
				tense: /^(?:planning|preparing|training)/.test(action) ? "future" : undefined,
			};
		if (LIFE_MOVES.test(action)) return { ...PLAN, importance: 0.6, confidence: 0.8 };
		if (MOVES.test(action)) return { ...PLAN, confidence: 0.8, needsFuture: true };
		if (/^thinking (?:of|about) \w+ing\b/.test(action) && AIM.test(baseOf(tail.replace(/^\w+ /, ""))))
			return { ...PLAN, importance: 0.4, confidence: 0.6 };
		if (/^(?:hoping|aiming|going) to /.test(action) && AIM.test(tail.replace(/^to /, "")))
			return { ...PLAN, confidence: 0.75 };
		if (/^considering \w+ing\b/.test(action) && AIM.test(baseOf(tail)))
			return { ...PLAN, importance: 0.4, confidence: 0.6 };
	}
	if (form === "present") {
		const aim = /^(?:really )?(?:to|on) (.+)$/.exec(tail)?.[1] ?? "";
		if (/^(?:plan|intend|hope|aim|want|wish|dream)$/.test(verb)) {
			const act = verb === "dream" ? baseOf(tail.replace(/^of /, "")) : /^on /.test(tail) ? baseOf(aim) : aim;
			if (AT_HAND.test(act) && !/^(?:give back|see the)/.test(act)) return undefined;
			if (AIM.test(act)) return { ...PLAN, confidence: verb === "want" || verb === "wish" ? 0.75 : 0.8 };
			if (act !== "" && /^(?:plan|intend)$/.test(verb))
				return { ...PLAN, confidence: 0.7, needsFuture: true };
			return undefined;
		}
		if (verb === "want" && /^(?:a|an|my own) (?:dog|cat|puppy|kitten|house|tattoo|baby|family)\b/.test(tail))
			return { ...PLAN, confidence: 0.7 };
		if (
			verb === "have" &&
			/^(?:a|an|my|the|two|our|another)\b.{0,60}\b(?:appointment|exam|exams|interview|flight|wedding|surgery|operation|conference|presentation|concert|trip|vacation|holiday|recital|race|marathon|game|tournament|check-?up|deadline|reservation|meeting|party|date|show|performance|competition|audition)\b/i.test(
				tail,
			)
		)
			return { ...PLAN, kind: "date", confidence: 0.8, needsFuture: true };
	}
	if (
		form === "would" &&
		/^(?:love|like)$/.test(verb) &&
		/^to /.test(tail) &&
		AIM.test(tail.slice(3)) &&
		!AT_HAND.test(tail.slice(3))
	)
		return { ...PLAN, importance: 0.4, confidence: 0.65 };
	if (form === "must" && AIM.test(action) && !AT_HAND.test(action))
		return { ...PLAN, importance: 0.4, confidence: 0.6, needsFuture: true };
	if (form === "must" && isNamed) return undefined;
	if ((form === "past" || form === "perfect") && !negated) {
		if (
			/^(?:booked|registered|reserved)$/.test(verb) &&
			/^(?:a|an|my|our|for|two|tickets|flights?|the)\b/.test(tail)
		)
			return { ...PLAN, confidence: 0.75 };
		if (
			/^(?:decided|promised|vowed)$/.test(verb) &&
			/^to /.test(tail) &&
			AIM.test(tail.slice(3)) &&
			!AT_HAND.test(tail.slice(3))
		)
			return { ...PLAN, confidence: 0.75 };
	}
	return undefined;
};

/** `moving to Rome` as `move to Rome`, well enough to be looked up. */
function baseOf(text: string): string {
	const [first = "", ...rest] = text.split(" ");
	const stem = first.replace(/ing$/, "");
	const silent =
		/(?:v|c|g|s|z|[^aeiou]t|k|u|at|it|bl|ir|ok|ak|id|ot|iv)$/.test(stem) &&
		!/(?:ll|ss|sit|visit|go|back|speak|look|want|st|nt|pt|rt|ct)$/.test(stem);
	const single = stem.replace(/([bdgmnprt])\1$/, "$1");
	return [silent ? `${stem}e` : single, ...rest].join(" ");
}
