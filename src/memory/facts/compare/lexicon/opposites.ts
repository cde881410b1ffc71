import { words } from "./words.ts";

/** States of which a subject has one at a time. Words joined by "|" say the same state. */
const STATES = `
marry|spouse single|bachelor
marry|spouse divorce widow|widower|widowed engage
single|bachelor engage
alive dead|die
active suspend|close|cancel|block|frozen|lock|deactivate
enable disable
open close|closed
full-time part-time
lefthand righthand
early-bird night-owl
oldest youngest middle
eldest youngest
own rent
remote office|onsite|on-site
employ retire|retired
always rarely
introvert|introverted extrovert|extroverted|outgoing
vegan carnivore
accept|agree|approve|support|favor reject|deny|oppose
commute-bike commute-car commute-foot commute-train commute-bus commute-subway
pass fail
include exclude
allow forbid|ban
increase decrease
win lose
atheist catholic protestant muslim jewish hindu buddhist christian|catholic|protestant agnostic
democrat republican
conservative liberal
public private
online offline
paid unpaid
healthy ill
busy free
rich poor
fast slow
indoor outdoor
early late
senior junior
first-time returning
before after
move-in move-out
true false
`;

/** Verbs of which one denies the other; "opens at nine" and "closes at nine" go together. */
const RIVAL_VERBS = new Set(
	words(`accept agree approve support favor reject deny oppose pass fail include exclude allow forbid ban increase decrease
	win lose enable disable own rent move-in move-out commute-bike commute-car commute-foot commute-train commute-bus
	commute-subway`),
);

/** Choices of which a person prefers one. */
const CHOICES = `
window aisle middle
dark light
short|summary|quick detail|long|verbose|thorough|extensive|lengthy|in-depth
tea coffee
morning evening|afternoon|night
formal informal|casual
email|mail phone|call|text|sms|chat|whatsapp
metric imperial
tab space
city countryside|village|suburb
dog cat
red white
train plane|car|bus|fly
hotel hostel|apartment|camping|airbnb
summer winter
beer wine
ebook|e-book|kindle print|paperback|hardcover
cash card|credit-card
remote office|onsite
vim emacs
android ios|iphone
mac|macos windows|linux
beach|sea mountain
hot cold|iced
sweet savory|salty|savoury
upper|top lower|bottom
front back|rear
smoking nonsmoking
celsius fahrenheit
quiet|silent loud|noisy
video text|audio
video phone|call
async|asynchronous sync|synchronous
paper digital
digital printed
manual automatic
spicy mild
oat soy|almond|dairy
still sparkling
shower bath
gas|petrol diesel|electric
`;

function read(list: string): Map<string, [line: number, side: number][]> {
	const places = new Map<string, [number, number][]>();
	list
		.trim()
		.split("\n")
		.forEach((line, number) => {
			words(line).forEach((side, position) => {
				for (const word of side.split("|")) {
					if (word === "") continue;
					const known = places.get(word) ?? [];
					known.push([number, position]);
					places.set(word, known);
				}
			});
		});
	return places;
}

const states = read(STATES);
const choices = read(CHOICES);

function oppose(places: Map<string, [number, number][]>, a: string, b: string): boolean {
	const left = places.get(a);
	const right = places.get(b);
	if (left === undefined || right === undefined) return false;
	return left.some(([line, side]) =>
		right.some(([otherLine, otherSide]) => line === otherLine && side !== otherSide),
	);
}

/** Whether nothing can be both at the same time: "married" and "single". */
export const areOppositeStates = (a: string, b: string): boolean => oppose(states, a, b);

/** Whether doing the one is not doing the other: "accepted" and "rejected". */
export const areRivalVerbs = (a: string, b: string): boolean =>
	RIVAL_VERBS.has(a) && RIVAL_VERBS.has(b) && areOppositeStates(a, b);

/** Whether there is nothing to choose but these two. */
export const areOnlyChoices = (a: string, b: string): boolean =>
	TWOS.has(`${a} ${b}`) || TWOS.has(`${b} ${a}`);
const TWOS = new Set([
	"window aisle",
	"dark light",
	"metric imperial",
	"tab space",
	"celsius fahrenheit",
	"formal informal",
	"remote office",
]);

/** Whether preferring one means not preferring the other: "window" and "aisle". */
export const areRivalChoices = (a: string, b: string): boolean => oppose(choices, a, b);
