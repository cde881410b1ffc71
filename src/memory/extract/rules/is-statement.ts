import type { Sentence } from "./split-sentences.ts";

const ASKS =
	/^(?:what|who|whom|whose|where|why|how|which)\b|^when (?!i\b|we\b|my\b)|^(?:do|does|did|is|are|am|can|could|would|will|should|shall|have|has|may|might|was|were)(?:n't)? (?:i|you|we|they|he|she|it|there|this|that|these|those|my|the|anyone|someone|somebody|anybody)\b|^(?:any (?:idea|tips|advice|chance|suggestions)|i(?:'m| am| was) (?:wondering|curious|asking)|i wonder|wondering|not sure (?:if|whether|what|how))\b/i;
const HYPOTHETICAL =
	/^(?:if|imagine|suppose|supposing|let's (?:say|pretend|imagine|assume)|say (?:i|we|my)|assuming|assume|pretend|hypothetically|in theory|unless|in (?:my|this|the) (?:dream|story|game|novel|book|scenario|example)|as an example|for example|for instance|e\.g\.)\b|\bif (?:i|we|my|only|someone|he|she|they)\b|\b(?:as if|as though|i wish|would have|could have|should have|might have|would be|in another life|hypothetical|let's say|my (?:character|persona|protagonist|avatar|oc)|role-?play)\b/i;
const UNSURE =
	/\b(?:maybe|perhaps|might|may be|not sure|i guess|i suppose|i think i|probably not|can't remember|don't remember|no idea|i doubt|possibly|i'm not certain)\b/i;
const JOKE = /\b(?:just kidding|kidding|jk|\/s|sarcasm|joking|not really lol)\b/i;

/** Whether someone states something in their own name: no question, no hypothesis, no guess, no joke. */
export function isStatement({ text, isQuestion }: Sentence): boolean {
	return (
		!isQuestion && !ASKS.test(text) && !HYPOTHETICAL.test(text) && !UNSURE.test(text) && !JOKE.test(text)
	);
}

const PLAY_BEGINS =
	/\b(?:let'?s (?:role-?play|play a game|pretend|do a role-?play)|role-?play (?:as|with|that|where|a)|pretend (?:to be|that|you|i|we)|act as (?:if|a|an|my|the)|you are (?:now )?(?:a|an|my) (?:pirate|character|dungeon|detective|wizard|knight|vampire|customer|patient|interviewer|villain)|i(?:'ll| will) be (?:the|a|your) (?:customer|patient|knight|wizard|hero|princess|villain|detective|king|queen|interviewer|candidate)|in character|text adventure|dungeon master|game master)\b/i;
const PLAY_ENDS =
	/\b(?:stop|end|quit|exit|out of|no more|pause|finish|done with) (?:the |this |our )?(?:role-?play|game|pretending|character|story|scene|adventure)\b|\b(?:back to (?:reality|normal)|out of character)\b/i;

/** Whether what follows is played: true from where a game is proposed until it is ended. */
export function isPlayed(text: string, before: boolean): boolean {
	if (PLAY_ENDS.test(text)) return false;
	return before || PLAY_BEGINS.test(text);
}
