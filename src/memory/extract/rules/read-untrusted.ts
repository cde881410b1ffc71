import { splitSentences } from "./split-sentences.ts";
import type { Statement } from "./statement.ts";

/** A plain statement about the user, in a text that is not theirs. */
const ABOUT_USER =
	/^(?:the )?(?:user|customer|client|account holder|patient|guest)(?:'s (?:name|birthday|e-?mail(?: address)?|phone number|address|favou?rite [a-zÀ-ɏ ]{2,30}|nationality|time ?zone|employer|job|occupation|preferred [a-zÀ-ɏ ]{2,30}) is| (?:lives in|works (?:at|as|for)|is (?:allergic to|from|based in|vegetarian|vegan|\d+ years old|an? )|has (?:an? |two |three |no )|prefers|likes|dislikes|was born|speaks)) ?\S.{0,100}$/i;
/** Words of texts that try to influence the agent. */
const WANTS_SOMETHING =
	/\b(?:ignore|disregard|override|remember|memori[sz]e|forget|instruct\w*|system|prompt|admin\w*|root|developer|owner|privilege\w*|permission\w*|authori[sz]\w*|trusted|must|shall|always|never|should|password|secret|token|key|credit|bank|transfer|wire|assistant|agent|model|ai|verified|approve\w*|allowed|unrestricted|wants you|execute|http|www)\b/i;

/**
 * The plain statements about the user in a tool result, a page or a pasted text. Statements that sound like an
 * order are left out.
 */
export function readUntrusted(text: string): Statement[] {
	if (text.length > 20_000 || WANTS_SOMETHING.test(text)) return [];
	return splitSentences(text).flatMap(({ text: sentence, isQuestion }) => {
		if (isQuestion || !ABOUT_USER.test(sentence)) return [];
		const content = sentence.replace(
			/^(?:the )?(?:user|customer|client|account holder|patient|guest)/i,
			"The user",
		);
		return [{ content: `${content}.`, kind: "other", importance: 0.3, confidence: 0.3 }];
	});
}
