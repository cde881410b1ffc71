import { readWords } from "./words.ts";

/**
 * Words by which people speak of themselves and what is theirs, folded, in several languages. Objects of a request ("tell me",
 * "dime", "sag mir") are left out: they say nothing about the speaker.
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

/** Languages that write without spaces. */
const SIGNS = /[私僕俺我咱]|わたし|ぼく|おれ|うちの|저는|제가|나는|내가|우리/u;

/** Whether a text speaks of its writer. */
export function speaksOfSelf(text: string): boolean {
	if (SIGNS.test(text)) return true;
	let found = false;
	readWords(text, (term) => {
		if (WORDS.has(term.text)) found = true;
	});
	return found;
}
