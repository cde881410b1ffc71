import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { stemEnglish, stemEnglishCached } from "./stem-english.ts";

/** Pairs of word and stem, grouped by the rule that they show. */
const TABLE: readonly (readonly [shows: string, pairs: string])[] = [
	[
		"words of conversations",
		`
garden garden, gardens garden, gardener garden, gardeners garden, gardening garden, gardened garden,
paint paint, paints paint, painter painter, painters painter, painting paint, paintings paint, painted paint,
repainting repaint, travel travel, traveler travel, travelers travel, swim swim, swimmer swimmer,
swimmers swimmer, swimming swim, bake bake, baker baker, bakery bakeri, bakeries bakeri, baked bake,
baking bake, volunteer volunt, volunteers volunt, volunteering volunt, volunteered volunt, celebrate celebr,
celebrates celebr, celebrated celebr, celebration celebr, celebrations celebr, movie movi, movies movi,
family famili, families famili, anniversary anniversari, anniversaries anniversari, apartment apart,
apartments apart, interview interview, interviews interview, interviewed interview, allergic allerg,
allergies allergi, vegetarian vegetarian, vegetarians vegetarian, neighborhood neighborhood,
neighbors neighbor
`,
	],
	[
		"exceptional forms",
		`
skis ski, skies sky, sky sky, idly idl, gently gentl, ugly ugli, early earli, only onli, singly singl,
news news, howe howe, atlas atlas, cosmos cosmos, bias bias, andes andes, dying die, lying lie, tying tie,
vying vie, inning inning, innings inning, outing outing, outings outing, canning canning, herring herring,
herrings herring, earring earring, earrings earring, evening evening, evenings evening, proceed proceed,
proceeds proceed, proceeded proceed, exceed exceed, exceeds exceed, exceeding exceed, succeed succeed,
succeeds succeed
`,
	],
	[
		"beginnings behind which R1 starts",
		`
generate generat, generates generat, generating generat, general general, generally general, generic generic,
generous generous, communication communic, communism communism, communities communiti, arsenal arsenal,
arsenic arsenic, university universiti, universe univers, universal universal, later later, lateral lateral,
organ organ, organization organiz, organizer organiz, emergency emergenc, emerge emerg, internal internal,
internet internet, international internat, past past, paste paste, pasted paste, pasta pasta
`,
	],
	[
		"plurals",
		`
caresses caress, ponies poni, ties tie, cries cri, dies die, died die, tied tie, gas gas, this this,
gaps gap, kiwis kiwi, bus bus, focus focus, boss boss, dresses dress, classes class, horses hors,
studies studi, women women
`,
	],
	[
		"past tense and participles",
		`
agreed agre, feed feed, freed freed, need need, indeed inde, hopping hop, hoping hope, hoped hope,
filing file, filling fill, falling fall, hissing hiss, fizzed fizz, luxuriated luxuri, troubled troubl,
sized size, plastered plaster, bled bled, motoring motor, sing sing, egged egg, adding add, added add,
offed off, ebbing ebb, running run, planned plan, stopping stop, travelled travel, travelling travel,
controlled control, seeing see, being be, bringing bring, used use, using use, making make,
proceedingly proceed, repeatedly repeat, exceedingly exceed, hurriedly hurri, agreedly agre
`,
	],
	[
		"y",
		`
cry cri, by by, say say, happy happi, enjoy enjoy, enjoyed enjoy, yes yes, youth youth, yellow yellow,
boyish boyish, sayings say, flying fli, tried tri, trying tri, monkeys monkey, syzygy syzygi
`,
	],
	[
		"steps 2 to 4",
		`
relational relat, conditional condit, rational ration, valency valenc, hesitancy hesit, digitizer digit,
digitization digit, conformably conform, radically radic, differently differ, vilely vile,
analogously analog, predication predic, operator oper, feudalism feudal, decisiveness decis,
hopefulness hope, callousness callous, formality formal, sensitivity sensit, sensibility sensibl,
apology apolog, analogies analog, psychologist psycholog, psychologists psycholog, geologist geolog,
biology biolog, hopelessly hopeless, carefully care, possibly possibl, quickly quick, badly bad, reply repli,
triplicate triplic, formative format, formalize formal, electricity electr, electrical electr, hopeful hope,
goodness good, revival reviv, allowance allow, inference infer, airliner airlin, gyroscopic gyroscop,
adjustable adjust, defensible defens, irritant irrit, replacement replac, adjustment adjust,
dependent depend, adoption adopt, decision decis, homologous homolog, communism communism, activate activ,
angularity angular, effective effect, bowdlerize bowdler, national nation, nationality nation
`,
	],
	[
		"step 5",
		`
probate probat, rate rate, cease ceas, controll control, roll roll, skill skill, hate hate, love love,
loved love, loving love, lovely love, house hous, whole whole, able abl
`,
	],
	[
		"short, marked and odd words",
		`
a a, is is, at at, ox ox, be be, ing ing, ed ed, eed eed, sses ss, ies ie, 'tis tis, ada's ada, dogs' dog,
o'clock o'clock
`,
	],
];

describe("English stems", () => {
	const pairs = TABLE.flatMap(([shows, list]) =>
		list
			.trim()
			.split(/,\s+/)
			.map((pair) => [shows, ...pair.split(" ")] as string[]),
	);
	test("the table is long enough to trust", () => {
		expect(pairs.length).toBeGreaterThan(250);
	});

	test.each(pairs)("%s: %s → %s", (_, word = "", stem) => {
		expect(stemEnglish(word)).toBe(stem);
	});

	test("forms of a word meet", () => {
		for (const family of [
			"connect connected connecting connection connections",
			"adopt adopted adoption adopting",
		]) {
			expect(new Set(family.split(" ").map(stemEnglish)).size).toBe(1);
		}
	});

	test("no word breaks it, none grows by more than the e it lost, and the memory says the same", () => {
		fc.assert(
			fc.property(fc.stringMatching(/^[a-z']{0,20}$/), (word) => {
				const stem = stemEnglish(word);
				expect(stem.length).toBeLessThanOrEqual(Math.max(word.length, 1));
				expect(stem).not.toMatch(/[A-Z]/);
				expect(stemEnglishCached(word)).toBe(stem);
				expect(stemEnglishCached(word)).toBe(stem);
			}),
		);
	});

	test("any string is survived", () => {
		fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => typeof stemEnglish(text) === "string"));
	});
});
