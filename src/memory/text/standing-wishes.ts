/*
 * Standing wishes: what users want an agent to do from now on, in English. They apply to tasks that have no
 * words in common with them.
 */

const RULE =
	/\b(?:always|never|whenever\s+I|every\s+time\s+I|from\s+now\s+on|going\s+forward|I(?:['’]d|\s+would)?\s+(?:want|like|need)\s+you\s+to|please\s+(?:do\s+not|don['’]t|stop|avoid|keep)|make\s+sure\s+(?:you|to))\b/i;
const LIKING =
	/\b(?:prefer(?:s|red|ably)?|rather\s+than|I\s+(?:really\s+)?(?:like|love|hate|avoid|dislike)|can['’]?t\s+stand|cannot\s+stand|fond\s+of|allerg(?:ic|y|ies)|intoleran(?:t|ce)|vegetarian|vegan|coeliac|celiac|diabet(?:ic|es)|halal|kosher)\b/i;

/** Whether a text sets a rule for later: "always …", "please don't …". */
export const setsRule = (text: string): boolean => RULE.test(text);

/** Whether a text says what its writer likes or avoids. */
export const saysLiking = (text: string): boolean => LIKING.test(text);

const PAST =
	/\b(?:did|was|were|had|ago|yesterday|last|earlier|previous(?:ly)?|before|already|said|told|mentioned|talked|discussed)\b/i;
const REQUEST =
	/^\W*(?:(?:ok|okay|hey|hi|so|and|now|then|also)\W+)*(?:(?:can|could|would|will)\s+you|please|help|i\s+(?:need|want|would\s+like)|i['’]d\s+like|let['’]?s|write|draft|make|create|generate|give|suggest|recommend|plan|find|book|prepare|design|build|set|add|implement|fix|refactor|compose|propose|pick|choose|put|turn|show|send|order|reply|answer|format|rewrite|edit|update)\b/i;
const ADVICE =
	/\b(?:should|shall|can|could)\s+(?:i|we)\b|\bany\s+(?:ideas?|suggestions?|tips|advice)\b|\bwhat\s+(?:would|do)\s+you\s+(?:suggest|recommend)\b/i;

/** What an input asks for: a task, something about the past, or anything else. */
export type Asked = "task" | "past" | "other";

export function whatIsAsked(input: string): Asked {
	if (PAST.test(input)) return "past";
	return REQUEST.test(input) || ADVICE.test(input) ? "task" : "other";
}
