import type { ExtractionKind } from "../extraction.ts";
import type { Person, Statement } from "./statement.ts";

/*
 * A small set for German, French and Spanish. A name is a name in any language, so it is stated in English. Everything else
 * is kept in the words of the speaker, quoted: a sentence half in one language and half in another is found by neither.
 */

const NAME = String.raw`(\p{Lu}[\p{L}'-]+(?: \p{Lu}[\p{L}'-]+)?)`;
const NAMES: readonly RegExp[] = [
	new RegExp(`^(?:[Ii]ch hei(?:ß|ss)e|[Mm]ein Name ist) ${NAME}$`, "u"),
	new RegExp(`^(?:[Jj]e m'appelle|[Mm]on nom est|[Mm]on prénom est) ${NAME}$`, "u"),
	new RegExp(`^(?:[Mm]e llamo|[Mm]i nombre es) ${NAME}$`, "u"),
];

/** What a sentence must begin with to be about its speaker, and of what kind it is then. */
const KINDS: readonly (readonly [RegExp, ExtractionKind, number])[] = [
	// German
	[/^ich (?:bin|reagiere) (?:[a-zÀ-ɏ]+ )?allergisch (?:gegen|auf) \S/i, "health", 0.9],
	[/^ich habe (?:eine |[a-zÀ-ɏ]+ )*(?:allergie|diabetes|asthma|zöliakie|laktoseintoleranz)/i, "health", 0.9],
	[/^ich bin (?:vegetarier(?:in)?|veganer(?:in)?|diabetiker(?:in)?|schwanger)$/i, "health", 0.85],
	[/^ich (?:wohne|lebe) (?:jetzt |derzeit |seit \S+ )?(?:in|bei|auf|am|im) \S/i, "place", 0.7],
	[/^ich komme aus \S/i, "place", 0.7],
	[/^ich arbeite (?:jetzt |derzeit )?(?:als|bei|für|im|in einer|in einem) \S/i, "work", 0.7],
	[/^ich studiere \S/i, "work", 0.7],
	[/^ich (?:mag|liebe|hasse|bevorzuge) (?!es|das|dies|dich|wie|wenn)\S/i, "preference", 0.6],
	[/^ich (?:esse|trinke) (?:kein|keine|keinen|gern|gerne|nie|nur) \S/i, "preference", 0.7],
	[/^mein(?:e)? (?:lieblings[a-zÀ-ɏ]+) (?:ist|sind) \S/i, "preference", 0.6],
	[
		/^mein(?:e)? (?:frau|mann|schwester|bruder|mutter|vater|sohn|tochter|hund|katze|freundin|freund|chef|chefin) (?:heißt|ist|wohnt|lebt|arbeitet) \S/i,
		"relation",
		0.7,
	],
	[
		/^ich habe (?:einen|eine|zwei|drei|keine) (?:[a-zÀ-ɏ]+ )?(?:sohn|tochter|kinder|hund|hunde|katze|katzen|bruder|schwester|geschwister)/i,
		"relation",
		0.7,
	],
	[/^ich bin \d{1,3} jahre alt$/i, "identity", 0.8],
	// French
	[/^je suis (?:[a-zÀ-ɏ]+ )?allergique (?:à|au|aux) \S/i, "health", 0.9],
	[/^je suis (?:végétarien(?:ne)?|végan(?:e)?|diabétique|enceinte|végétalien(?:ne)?)$/i, "health", 0.85],
	[/^j'(?:habite|ai grandi) (?:à|en|au|aux|dans|chez|près) ?\S/i, "place", 0.7],
	[/^je (?:vis|viens) (?:à|en|au|aux|de|du|dans) \S/i, "place", 0.7],
	[/^je travaille (?:comme|chez|pour|dans|à|au|en tant que) \S/i, "work", 0.7],
	[/^j'(?:aime|adore|déteste|étudie) (?!ça|cela|bien ça|que|ton|ta|tes|votre)\S/i, "preference", 0.6],
	[/^je (?:déteste|préfère|n'aime pas|ne mange pas|ne bois pas) (?!ça|cela|que)\S/i, "preference", 0.6],
	[
		/^(?:mon|ma|mes) (?:femme|mari|sœur|soeur|frère|mère|père|fils|fille|chien|chat|copain|copine|enfants) (?:s'appelle|s'appellent|est|sont|habite|vit|travaille) \S/i,
		"relation",
		0.7,
	],
	[
		/^j'ai (?:un|une|deux|trois) (?:fils|fille|filles|enfants|chien|chat|chats|frère|sœur|sœurs|frères)/i,
		"relation",
		0.7,
	],
	[/^j'ai \d{1,3} ans$/i, "identity", 0.8],
	// Spanish
	[/^(?:yo )?soy (?:muy )?alérgic[oa] (?:a|al) \S/i, "health", 0.9],
	[/^tengo (?:alergia a|diabetes|asma)\b/i, "health", 0.9],
	[/^(?:yo )?soy (?:vegetarian[oa]|vegan[oa]|diabétic[oa]|celíac[oa])$/i, "health", 0.85],
	[/^(?:yo )?(?:vivo|resido) en \S/i, "place", 0.7],
	[/^(?:yo )?soy de \p{Lu}/u, "place", 0.7],
	[/^(?:yo )?trabajo (?:como|en|para|de) \S/i, "work", 0.7],
	[/^estudio [a-zÀ-ɏ]{4,}/i, "work", 0.7],
	[/^(?:no )?me (?:gusta|gustan|encanta|encantan) (?!eso|esto|que|tu|como)\S/i, "preference", 0.6],
	[/^(?:odio|prefiero) (?!que|eso|esto)\S/i, "preference", 0.6],
	[/^no (?:como|bebo) \S/i, "preference", 0.7],
	[
		/^mi (?:esposa|esposo|marido|mujer|hermana|hermano|madre|padre|hijo|hija|perro|gato|novia|novio) (?:se llama|es|vive|trabaja) \S/i,
		"relation",
		0.7,
	],
	[
		/^tengo (?:un|una|dos|tres) (?:hijo|hija|hijos|hijas|perro|gato|gatos|hermano|hermana|hermanos)/i,
		"relation",
		0.7,
	],
	[/^tengo \d{1,3} años$/i, "identity", 0.8],
];
const FIRST_WORDS =
	/(?:^|[,!. ])(?:ich|meine?|je|mon|ma|mes|yo|soy|tengo|vivo|resido|trabajo|estudio|me|odio|prefiero|no como|no bebo|no me|mi) |(?:^|[,!. ])j'/i;
const LEAD =
	/^(?:hallo|hi|hey|bonjour|salut|hola|buenos días|guten tag|guten morgen|also|übrigens|au fait|por cierto|und|et|y|oui|sí|ja)[,!. ]+/i;
const SPLIT = /,? (?:und|et|y) (?=(?:ich|mein|meine|j'|je|mon|ma|vivo|trabajo|tengo|me|soy|no|mi) ?)/i;

/** What someone says about themselves in German, French or Spanish. */
export function readOtherLanguage(sentence: string, person: Person): Statement[] {
	// Nearly all sentences are spared the rest.
	if (!FIRST_WORDS.test(sentence)) return [];
	return sentence
		.replace(LEAD, "")
		.split(SPLIT)
		.flatMap((part) => readPart(part.trim(), person) ?? []);
}

function readPart(text: string, person: Person): Statement | undefined {
	if (text.length > 160 || text.includes("_")) return undefined;
	for (const pattern of NAMES) {
		const name = pattern.exec(text)?.[1];
		if (name)
			return {
				content: `${person.possessive} name is ${name}.`,
				kind: "identity",
				importance: 0.9,
				confidence: 0.9,
			};
	}
	const found = KINDS.find(([pattern]) => pattern.test(text));
	if (!found) return undefined;
	const [, kind, importance] = found;
	const quoted = text.charAt(0).toUpperCase() + text.slice(1);
	return { content: `${person.name} said: "${quoted}."`, kind, importance, confidence: 0.75 };
}
