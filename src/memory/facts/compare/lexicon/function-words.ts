import { wordSet, words } from "./words.ts";

/** Adverbs that say nothing of their own. */
export const ADVERB_FILLERS = wordSet(`
	so too also just really very quite truly actually basically simply currently presently now nowadays still already please
	ok well bit generally recently personally definitely certainly extremely deeply greatly highly especially particularly
	altogether anymore
`);

/** With or without these a statement says the same. */
export const FILLERS: ReadonlySet<string> = new Set([
	...ADVERB_FILLERS,
	...words(`
	a an the this that these those there here it its of as who which whom whose what kind sort own his her their our your
	hers theirs ones such being been do does did done to be have get am is are was were has had having and himself herself
	themselves myself itself yourself oneself yet ever
`),
]);

/** Prepositions that only tie words together; which of them was used seldom changes what is said. */
export const LOOSE_PREPOSITIONS = wordSet("in at on to for of into onto within inside via through as upon");

/** Prepositions that change who does what to whom. A word after one must have the same one in both statements. */
export const STRICT_PREPOSITIONS = wordSet(
	"with about from against before after until since near without than by",
);

/** Words that turn what follows into its opposite. */
export const NEGATIONS = wordSet("not no never none nobody nothing neither nor without cannot");

/** Where the reach of a negation ends. */
export const CLAUSE_BORDERS = wordSet(
	"and but because although though while when if since so who which whereas unless however",
);

/** Pronouns that stand for the user. */
export const FIRST_PERSON = wordSet("i me myself");
export const FIRST_POSSESSIVE = wordSet("my mine");
export const THIRD_PERSON = wordSet("he she they him them");
export const THIRD_POSSESSIVE = wordSet("his her hers their theirs its");

/** Auxiliaries that carry the tense. */
export const PAST_AUXILIARIES = wordSet("was were did had");
export const PRESENT_AUXILIARIES = wordSet("is are am has have does do");

/** Words few other languages have: one of them makes a statement English. */
export const ENGLISH_MARKS = wordSet(`
	the is are was were has have had does did not and with from for of to at by his her their my i i'm user user's customer
	customer's lives works likes loves wants prefers uses who that this will would can cannot been be never always only
	an it its very after before than when about because should must might could they he she we our your
`);

/** Frequent small words of other languages written in Latin letters. */
export const FOREIGN_MARKS = wordSet(`
	der die das den dem des ein eine einen einem einer und ist nicht kein keine keinen mit von für auf im zu hat sich wird wurde mag
	nutzer nutzerin benutzer kunde kundin le la les un une et est pas ne avec pour dans chez du des au aux utilisateur cliente il elle
	el los las una y es con para en su usuario usuaria cliente que por se os um uma é com não mora da dos das em
	lo gli di non nel della utente sono è het een en niet geen van bij naar heeft gebruiker klant
	jest nie na ma się w z użytkownik ve bir kullanıcı för och att inte är har
`);
