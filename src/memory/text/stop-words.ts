/*
 * Words that say nothing about the topic of a text, in the spelling of foldText. A text is searched without
 * knowing its language. So the lists of the other languages contain only function words, and none that has
 * a meaning of its own in English ("die", "war", "met" and "sin" are left out).
 */

const ENGLISH = `
a an the this that these those
i me my mine myself we us our ours ourselves you your yours yourself yourselves u ur
he him his himself she her hers herself it its itself they them their theirs themselves one
am is are was were be been being do does did doing done have has had having
will would shall should can could may might must ought cannot
ain aren couldn didn doesn don hadn hasn haven isn mightn mustn needn shan shouldn wasn weren wouldn
d ll m re s t ve
aint arent couldnt didnt doesnt dont hadnt hasnt havent isnt shouldnt wasnt werent wouldnt
im ive youre youve hes shes theyre theyve thats whats
of at by for with about against between into through during before after above below to from up down in out on off over
under upon onto within without toward towards among across along around behind beside besides beyond despite except
near per than via like
and but or nor so yet if because as until while although though since unless whereas whether
what which who whom whose when where why how whatever whichever whoever whenever wherever however
again further then once here there now ever never always also too very just only even still already else
all any both each few more most much many other others another some such same own several either neither every
no not yes ok okay yeah yep nope oh ah um uh hey hi hello hmm wow
something anything nothing everything someone anyone everyone somebody anybody nobody everybody
somewhere anywhere nowhere everywhere
get gets got getting gotten go goes going went gonna wanna gotta let lets
really quite rather pretty almost maybe perhaps actually basically simply instead
etc eg ie
`;

const GERMAN = `
der das dem den des ein eine einem einen einer eines und oder aber ich du er sie es wir ihr mich mir dich dir uns euch
ihm ihn ihnen mein meine meinen meinem meiner dein deine deinen deinem deiner sein seine seinen seinem seiner ihre ihren
ihrem ihrer unser unsere ist bin bist sind seid waren wurde wurden wird werden worden hat habe haben hatte hatten
kann konnen konnte muss mussen soll sollte wollen wollte nicht kein keine keinen auch noch nur schon sehr mit von zu zum
zur aus bei nach uber unter vor fur gegen ohne durch auf im als wie wenn weil dass ob wer wen wem wo wann warum welche
welcher welches dieser diese dieses diesem diesen jetzt hier dort dann da doch ja nein bis seit
`;

const FRENCH = `
le la les un une du je tu il elle nous vous ils elles mes tes ses leur leurs notre votre nos vos ce cet cette ces ca
et ou mais donc ni que qui quoi dont quand comment pourquoi est suis es sommes etes sont etait etaient etre ete ai as
avons avez ont avait avoir ne pas rien jamais tres dans avec chez sous vers entre par au aux en plus moins aussi ici
j l c n qu y lui moi toi eux meme cela ceci oui non
`;

const SPANISH = `
el los las unos unas lo al del yo ella nosotros vosotros ustedes usted ellos ellas mi mis tus su sus nuestro nuestra
vuestro este esta estos estas ese esa esos esas aquel aquella pero porque aunque cuando donde quien cual cuales como
que cuanto es son era eran soy eres somos ser fue fueron estoy esta estan estaba ha han he hemos habia hay con sin
sobre entre hasta desde para por muy mas menos ya tambien tampoco nunca siempre aqui alli eso esto algo nada si nos os
te le les se de e o y
`;

const ITALIAN = `
gli uno della dello delle degli dei del al alla allo alle agli ai nel nella nello nelle negli nei sul sulla dal dalla
io lui lei noi voi loro mio mia miei mie tuo tua suo sua suoi nostro nostra vostro questo questa questi queste quello
quella quelli quelle che chi cui cosa dove perche quando anche ma ed e sono sei siamo siete era erano essere stato ho hai
ha abbiamo hanno aveva non piu molto poco gia ancora mai sempre qui ci vi di da su tra fra dell all nell sull dall
`;

const PORTUGUESE = `
os um uma uns umas dos da das nas nos pelo pela pelos pelas ao aos eu ele ela eles elas voce voces meu minha meus
minhas teu tua seu sua seus suas nosso nossa isso isto aquilo esse essa este esta aquele aquela mas porque quando onde quem
qual quais e ou sou sao era eram foi foram ser estou esta estao estava tem tinha ha nao sim muito mais menos ja tambem
nunca sempre aqui ali com sem sobre entre ate desde para por
`;

const DUTCH = `
het een ik jij je hij zij ze wij jullie mij hem haar ons hun mijn jouw zijn onze deze dit dat die daar hier wie wat waar
wanneer waarom hoe welke en maar omdat als dan ook nog niet geen wel zeer heel ben bent waren wordt worden werd heb hebt
heeft hebben kan kunnen moet moeten zal zou met van voor naar bij uit op tot tegen tussen te er
`;

/** Words of those lists that have a meaning of their own in English, and names of people and companies. */
const CONTENT: ReadonlySet<string> = new Set(
	`die war fur hat den bin mit bent dan hoe met van heel tot hem hun ate era hay son sin sim par sous ton plus
	ai as eu os ali ben ed ella elle mia mai della dell nell dal uma`.split(/\s+/),
);

const read = (list: string): string[] => list.trim().split(/\s+/);

/** Only the English list, for guesses about the language of a text. */
export const ENGLISH_STOP_WORDS: ReadonlySet<string> = new Set(read(ENGLISH));

/** The lists of the other languages, without words that have a meaning of their own in English. */
export const OTHER_STOP_WORDS: ReadonlySet<string> = new Set(
	[GERMAN, FRENCH, SPANISH, ITALIAN, PORTUGUESE, DUTCH].flatMap(read).filter((word) => !CONTENT.has(word)),
);

/**
 * Whether a folded word occurs in texts of any topic: an article, a pronoun, a question word, the left part
 * of "don't".
 */
export function isStopWord(word: string): boolean {
	return ENGLISH_STOP_WORDS.has(word) || OTHER_STOP_WORDS.has(word);
}
