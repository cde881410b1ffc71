import { PLURALS, RELATIVES } from "./lexicon.ts";

/** Where a new statement of the same person begins. */
const FIRST_PERSON = String.raw`(?=(?:I|i|we|my|My|our|he|she|everyone|people)(?:'\w+)?\s)`;
const CONNECTED = new RegExp(
	String.raw`(?:,?\s+(?:and|but|so|because|cause|since|although|though|while|plus|yet|also|that's why|and then|and also|but also)\s+|,\s+|\s+[-–—]+\s+|\s*[–—]\s*|\s*:\s+|\s+\(|\s*\/\s+)(?:also |then |now |actually |well,? )?${FIRST_PERSON}`,
	"g",
);

/** "My wife and I": one subject. */
const TOGETHER = new RegExp(
	String.raw`\b((?:[Mm]y|[Oo]ur) (?:[\p{L}-]+ ){0,2}?(?:${RELATIVES}|${PLURALS})(?: \p{Lu}[\p{L}'-]+)?) and I `,
	"u",
);

/** Verbs that go on with the subject before: "I'm Ada and live in Berlin". */
const GOES_ON =
	/(?:,?\s+(?:and|but)|,(?=\s+(?:love|hate|can't stand)\s))\s+(?:also |now |currently |really |just )*(?=(?:live|work|study|love|like|hate|prefer|enjoy|have|own|speak|play|teach|moved|grew|lived|studied|worked|don't|do not|can't|am|avoid|'m)\s)/g;

/** What is over, and what comes instead: "I sold my car and bought a bike". */
const INSTEAD =
	/,?\s+(?:and|but)\s+(?:then |now |just )?(?=(?:bought|got|started|joined|moved|am|work|live)\s)/g;
const GIVES_UP =
	/^(?:I|i|we)(?:'ve)? (?:just |recently |finally )*(?:sold|quit|left|broke up|gave away|traded)\b/;

/** Someone else's words follow. */
const REPORTS =
	/\b(?:said|says|saying|told (?:me|us|him|her|them)|tells me|asked|asks|wrote|writes|goes|like|replied|answered|claims|claimed|thinks|quote)\s*[,:]?$/i;

/**
 * The clauses of a sentence that can stand alone. Where one ends with a verb of saying, the next is someone else's
 * and is left out.
 */
export function splitClauses(sentence: string): string[] {
	const clauses: string[] = [];
	let isReported = false;
	for (const part of sentence.replace(TOGETHER, "$1 and~I ").split(CONNECTED)) {
		const clause = part.trim().replace(/^[,\s]+|[,\s)]+$/g, "");
		if (clause !== "" && !isReported) clauses.push(...goingOn(clause));
		isReported = REPORTS.test(clause) && !/^I\b/i.test(clause);
	}
	return clauses;
}

function goingOn(clause: string): string[] {
	if (!/^(?:I|i|we)(?:'\w+)?\s/.test(clause)) return [clause];
	const [first = clause, ...rest] = clause.split(GIVES_UP.test(clause) ? INSTEAD : GOES_ON);
	// "I like to sit and have tea": both verbs belong to the same "to".
	if (rest.length > 0 && /\b(?:to|can|will|would|could|should|let)\b/.test(first)) return [clause];
	return [first, ...rest.map((part) => `I ${part}`)];
}
