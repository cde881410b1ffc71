/** Texts that someone else wrote, or that are to be worked on. */
const TEXTS =
	"articles?|e-?mails?|mails?|texts?|messages?|letters?|posts?|pages?|websites?|transcripts?|paragraphs?|reviews?|quotes?|quotations?|poems?|stor(?:y|ies)|lyrics|song|excerpts?|passages?|snippets?|documents?|notes?|comments?|tweets?|chapters?|abstracts?|blog|descriptions?|profiles?|bios?|conversations?|chats?|logs?|drafts?|statements?|speech|essay|cover letter|resume|cv|dialogue|sms|dm|reply|response|report|press release|ad|listing|scam|prompt";

/** Asks for something to be done with the text after it. */
const GIVES_MATERIAL =
	/\b(?:translate|proofread|proof-read|summari[sz]e|rewrite|rephrase|paraphrase|correct|edit|improve|shorten|polish|format|review|analy[sz]e|classify|parse|check|fix|explain|reply to|respond to|answer)\b[^.!?\n:]{0,80}:/i;
/** The same in a line of its own: "Can you proofread this?", and the text below. */
const MATERIAL_BELOW = new RegExp(
	String.raw`\b(?:translate|proofread|proof-read|summari[sz]e|rewrite|rephrase|paraphrase|correct|edit|improve|shorten|polish|review|analy[sz]e|classify|check|reply to|respond to|think (?:of|about))\b[^.!?\n:]{0,40}\b(?:this|that|the following|below|these|(?:my|the|our|his|her|their) (?:${TEXTS}))\b[^.!?\n:]{0,40}[.!?]*[ \t]*\n`,
	"i",
);

/** Asks for a text that is written in someone's voice, or for something played. */
const ASKS_FOR_TEXT =
	/\b(?:write|draft|compose|create|generate|make up|give me|prepare)\b[^.!?\n]{0,40}\b(?:story|poem|song|lyrics|letter|e-?mail|essay|script|scene|dialogue|monologue|post|tweet|bio|cover letter|speech|joke|caption|review|text message|testimonial|prompt)\b/i;

/** "Here's an article I found:", "Look at this page:", "I got this message:". */
const ANNOUNCES = new RegExp(
	String.raw`\b(?:here(?:'s| is| are)|this is|this was|look at|see|check out|read|got|received|found|sent me|following|below is|pasting|pasted|copied|forwarded|from (?:an?|the|this))\b[^.!?\n:]{0,60}\b(?:${TEXTS})\b[^.!?\n:]{0,60}:`,
	"i",
);
/** The same without a colon, with the text below. */
const ANNOUNCES_BELOW = new RegExp(
	String.raw`\b(?:here(?:'s| is| are)|look at|check out|pasting|pasted|forwarding|sent me this|(?:got|received|found) this)\b[^.!?\n:]{0,60}\b(?:${TEXTS})\b[^.!?\n:]{0,60}[.!]?[ \t]*\n`,
	"i",
);
/** "They wrote:", "quoted:", "https://example.com says:"; what the person said before is their own. */
const REPORTS =
	/(?<!\b(?:i|i've|i have|we|as) )\b(?:wrote|writes|written|says|said|saying|states|stated|reads|quoted?|quoting|replied|answered|posted|texted|messaged|e-?mailed|tweeted|commented|claims|claimed)(?: (?:this|that|the following|to me|me|back|below))?\s*:/i;
const MAIL = /^[ \t]*on .{4,60} wrote:/im;
/** "What song is this?", and its words. */
const GUESSES =
	/\b(?:what|which) (?:song|poem|book|movie|film|quote|lyrics|play|novel)\b[^.!?\n]{0,30}\b(?:this|it|that|these|from)\b[^.!?\n]{0,20}[?:]|\bwho (?:said|wrote|sang|sings|says) (?:this|that|it|these)\b[^.!?\n]{0,20}[?:]/i;

const ALL = [
	GIVES_MATERIAL,
	MATERIAL_BELOW,
	ASKS_FOR_TEXT,
	ANNOUNCES,
	ANNOUNCES_BELOW,
	MAIL,
	REPORTS,
	GUESSES,
] as const;

/** Where a text begins that is not in the person's own words. Undefined if there is none. */
export function whereTextIsGiven(text: string): number | undefined {
	const found = ALL.flatMap((pattern) => pattern.exec(text)?.index ?? []);
	return found.length === 0 ? undefined : Math.min(...found);
}
