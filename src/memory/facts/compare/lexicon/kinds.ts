import { wordSet, words } from "./words.ts";

/** Words for people by their tie to someone. */
export const PERSONS = wordSet(`
	user customer mother father parent sister brother sibling wife husband spouse partner girlfriend boyfriend fiance child
	son daughter grandmother grandfather grandparent grandson granddaughter aunt uncle cousin niece nephew friend boss
	colleague neighbor landlord roommate flatmate teacher doctor dentist therapist coach tutor assistant mother-in-law
	father-in-law brother-in-law sister-in-law stepmother stepfather twin baby team company manager student ex godmother
	godfather mentor client tenant agent he she they
`);

/** Ties of which most people have one at a time. */
export const SINGLE_PERSONS = wordSet(`
	mother father wife husband spouse partner girlfriend boyfriend fiance boss landlord mother-in-law father-in-law
`);

export const PETS = wordSet("dog cat hamster rabbit parrot horse bird turtle fish snake pony");

/**
 * Attributes whose values are common words. Values of all others contradict each other only if they are names,
 * numbers or codes.
 */
export const WORDED_ATTRIBUTES = wordSet(`
	color nationality citizenship religion gender language type size status subscription tier plan sign currency pronoun
	profession
`);

/** What a plan of a service is called. */
export const TIERS = wordSet(`
	free basic pro premium enterprise starter team business plus standard gold silver platinum family trial personal
	professional individual student hobby scale growth
`);

export const COLORS = wordSet("red blue green yellow black white gray brown orange purple pink silver beige");

/** Words with a capital that tell what somebody is like rather than who it is. */
export const ORIGIN_WORDS =
	/(ian|ish|ese|ican|french|german|dutch|greek|czech|swiss|catholic|muslim|hindu|buddhist|thai|arab)$/;

/** Attributes a subject has one of. */
export const SINGLE_ATTRIBUTES = wordSet(`
	name first-name last-name middle-name nickname username age birthday birthplace email phone mobile address hometown home
	timezone height weight salary income rent budget deadline nationality citizenship religion gender pronoun plan
	subscription tier employer boss wife husband spouse partner girlfriend boyfriend fiance landlord mother father anniversary
	contact password pin device car laptop computer editor browser language currency bank provider carrier operator insurer major
	status version size type database framework os system timezone locale extension zip
	postcode color dentist doctor gp therapist number code port timeout limit quota host region server model id
	balance score grade level blood sign pronouns seat floor
`);

/** Attributes a subject may have many of, however they are worded. */
export const MULTI_ATTRIBUTES = wordSet(`
	hobby friend colleague child son daughter sister brother sibling cousin aunt uncle interest skill concern pet
	book team project neighbor client customer student allergy problem issue
`);

/** Occasions that take place once, so that another time is a correction. */
export const OCCASIONS = wordSet(`
	deadline appointment meeting flight exam wedding birthday anniversary interview surgery operation delivery renewal train
	ceremony party concert checkup trip demo launch release graduation funeral lesson passport visa
	contract license subscription lease warranty trial
`);

/** Done once in a life, or once for one thing. */
export const ONCE = wordSet("birthday die graduate retire found marry divorce");

/** Habits with one time of the day. */
export const TIMED_HABITS = wordSet(
	"wake bedtime sleep open close start finish leave depart begin end arrive land lunch dinner breakfast",
);

/** Verbs that a subject may do with several things at the same time. */
export const MANY_VALUED = wordSet(`
	like visit speak buy read watch play study know meet collect want see eat drink order call write learn try need hope
	intend sell order teach wear listen cook grow support follow attend
`);

/** What makes a statement less than a plain fact of today. */
export const MODALS = wordSet(`
	want intend maybe formerly hope consider must can should would if unless try ask almost think believe say tell dream expect
	probably soon eventually someday applied apply offer promise rumor doubt wonder pretend claim seem appear forget future may getting
`);

/** Words that say how often, how much or how far: they may not be missing on one side. */
export const SCOPES = wordSet(`
	only all some most many few several every both always usually often sometimes rarely almost mostly half at-least
	at-most more less than any none except solely exclusively enough too
`);

/** Words that can be dropped without loss if the statement also contains one of the listed words. */
export const OPTIONAL_WITH: ReadonlyMap<string, readonly string[]> = new Map([
	["pay", ["rent", "salary"]],
	["subscribe", ["plan"]],
	["subscription", ["plan"]],
	[
		"use",
		words(
			"editor browser plan timezone language dark light phone metric laptop computer tablet os email smartphone iphone ipad macbook pixel galaxy android thinkpad kindle pronoun",
		),
	],
	[
		"drive",
		words(
			"car toyota honda tesla bmw audi ford volkswagen mercedes skoda subaru volvo mazda nissan hyundai kia",
		),
	],
	["department", words("finance marketing sales hr it engineering accounting legal support")],
	[
		"music",
		[
			"jazz",
			"rock",
			"classical",
			"pop",
			"techno",
			"blues",
			"metal",
			"folk",
			"rap",
			"hip",
			"country",
			"listen",
		],
	],
	[
		"food",
		["thai", "italian", "indian", "mexican", "chinese", "japanese", "spicy", "korean", "greek", "french"],
	],
	["work", ["employee", "nurse", "teacher"]],
	["wedding", ["anniversary"]],
	["follow", ["diet"]],
	["practice", words("karate judo taekwondo boxing kickboxing aikido jiu")],
	["book", ["read"]],
	["dog", words("retriever poodle labrador beagle bulldog corgi dachshund husky terrier chihuahua")],
	["undergo", ["surgery"]],
	["bottle", ["wine"]],
	["language", ["speak"]],
	["disease", ["celiac", "coeliac"]],
	["hobby", ["as"]],
	["together", ["with"]],
	["travel", ["trip"]],
	["person", ["employee"]],
	["pet", words("dog cat hamster rabbit parrot bird turtle fish snake goldfish")],
	["phone", ["iphone", "pixel", "galaxy"]],
	["laptop", ["macbook", "thinkpad"]],
	["number", ["account", "order", "phone", "ticket", "case", "customer"]],
	["game", ["chess", "tennis", "video"]],
	["mode", ["dark", "light"]],
]);

/** Verbs that add no meaning to their object. */
export const LIGHT = wordSet("be have own name get do nationality age");

/** Verbs in their plain form, to find where the subject ends. */
export const VERBS = wordSet(`
	be have do like love enjoy prefer want need live work own speak play eat drink smoke use drive go take study teach visit
	know plan intend hope think believe read write run lead manage pay earn wear wake commute deploy listen watch collect weight
	avoid hate lend borrow give sell buy send tell ask say meet marry move start stop begin leave arrive depart start finish
	love travel fly walk ride swim sing dance cook bake paint draw grow study learn graduate found build make keep get come
	become feel want expect seek volunteer attend join visit call contact report return order cancel renew expire ship
	deliver subscribe upgrade downgrade crash restart forget remember lose find help support trust spend save cost weigh
	suffer raise die break hurt cut put set see hear hold bring show try will can must should would maybe might could
	commute enable disable store repair hire employ train invite admire follow owe offer accept reject collect vote owe earn
	open close install update delete create add remove change switch choose request confirm verify print pay receive accept charge
	connect stream record stay rent save invest donate hate miss celebrate perform compete practice practise climb hike ski skate
	sail surf fish hunt knit sew code program design test debug merge push commit release host maintain monitor store log back
	notify remind schedule postpone reschedule book fire promote dump adopt raise hug kiss bite chase feed walk wash clean
	oppose inherit share treat miss thank beat introduce recommend owe paint photograph interview coach mentor manage train
`);

/** Participles that describe a state more than something done to the subject. */
export const STATE_PARTICIPLES = wordSet(`
	interest divorce retire marry engage base employ tire name ship born locate relate cancel close suspend enable disable
	worry surprise excite addict finish raise lactose set separate widow injure schedule require need pay spouse fear like work live enable disable
	satisfy please disappoint concern confuse annoy stress insure license qualify certify verify lock connect involve train
	experience dedicate nearsight lefthand righthand introvert extrovert
`);
