import { readWords } from "./words.ts";

/**
 * Words with which people speak about themselves and what is theirs, folded, in several languages. Objects
 * of a request ("tell me", "dime", "sag mir") are left out: they say nothing about the speaker.
 */
const WORDS: ReadonlySet<string> = new Set(
	[
		"i im ive id ill my mine myself we weve were our ours ourselves",
		"ich mein meine meinem meinen meiner meines wir unser unsere unserem unseren unserer",
		"yo mi mis mio mia mios mias nosotros nosotras nuestro nuestra nuestros nuestras tengo soy estoy",
		"je mon ma mes moi notre nos suis ai",
		"eu meu minha meus minhas nosso nossa nossos nossas tenho sou estou",
		"io mio mia miei mie nostro nostra nostri nostre sono ho",
		"ik mijn wij onze ons",
		"ja moj moja moje nasz nasza",
		"я мой моя мое мои мне мы наш наша наше наши",
	].flatMap((line) => line.split(" ")),
);

/** The same for Chinese, Japanese and Korean. */
const SIGNS = /[私僕俺我咱]|わたし|ぼく|おれ|うちの|저는|제가|나는|내가|우리/u;

/** "How do I boil an egg" asks for something that anyone could ask. */
const ANYONE = /\bhow\s+(?:do|can|could|would|should)\s+(?:i|we)\b|\blike\s+i(?:['’]?m|\s+am)\b/gi;

/** Whether the writer of a text speaks about themselves. */
export function speaksOfSelf(text: string): boolean {
	if (SIGNS.test(text)) return true;
	let found = false;
	readWords(text.replace(ANYONE, " "), (term) => {
		if (WORDS.has(term.text)) found = true;
	});
	return found;
}

/** Requests. Their "you" does not mean the assistant's earlier words, and their "me" says nothing about the writer. */
const REQUESTS =
	/\b(?:can|could|would|will|do|may|might|should|are)\s+you\b|\bthank\s+you\b|\byou\s+know\b|\b(?:tell|give|show|teach|help|let|send|get|make|write|find|read|sing|explain|to|for)\s+me\b/gi;
/**
 * English words that point to something both sides know: the writer, people who were mentioned, the assistant's earlier words, and
 * what goes on. At the start of a conversation they point to an earlier one.
 */
const SHARED =
	/\b(?:she|her|hers|he|him|his|me|you|your|yours|again|still|anymore|already|last\s+time|so\s+far)\b/i;
/** Two letters that are also a country. */
const US = /\b(?:for|with|join|joins|find|show|give|tell|gave|told|sent|help|helps|cost|costs)\s+us\b/;

/** Whether an input that begins a conversation points to an earlier one, in whatever words. English. */
export function pointsToShared(text: string): boolean {
	const rest = text.replace(REQUESTS, " ");
	return SHARED.test(rest) || US.test(rest);
}
