import { describe, expect, it } from "vitest";
import { compareStatements } from "./index.ts";

const relation = (a: string, b: string): string => compareStatements(a, b).relation;

describe("statements that say the same are merged (FA3)", () => {
	it.each([
		["filler words", "The user likes jazz.", "The user really likes jazz."],
		["the user, I and my", "My favourite film is Heat.", "The user's favorite movie is Heat."],
		["synonyms", "The user bought a used automobile.", "The user purchased a used car."],
		["phrases", "The user is fond of hiking.", "The user enjoys hiking."],
		["inflection", "The user is learning Greek.", "The user learns Greek."],
		["word order", "In May 2023 the user bought a Volvo.", "The user bought a Volvo in May 2023."],
		["active and passive", "Acme hired the user in 2020.", "The user was hired by Acme in 2020."],
		["contractions", "The user doesn't eat meat.", "The user does not eat meat."],
		["a denial in other words", "The user hates coriander.", "The user does not like coriander."],
		["names of a thing", "The user has a dog named Rex.", "The user's dog is called Rex."],
		["either side of is", "Priya is the user's manager.", "The user's manager is Priya."],
		["numbers", "The user has two cats.", "I have 2 cats."],
		["dates", "The user's birthday is July 4, 1990.", "The user was born on 4 July 1990."],
		["times", "The user's flight leaves at 2:30 pm.", "The user's flight departs at 14:30."],
		["units and money", "The user's budget is $2,000.", "The user has a budget of 2000 dollars."],
		["how often", "The user takes metformin daily.", "The user takes metformin every day."],
		["preferences", "The user prefers tea to coffee.", "The user likes tea more than coffee."],
		["other spellings of a name", "The user lives in NYC.", "The user lives in New York City."],
		["notes without a subject", "Vegetarian", "The user follows a vegetarian diet."],
		["lines of a profile", "Favorite color: blue", "The user's favourite colour is blue."],
		["what somebody is and does", "The user is a guitar player.", "The user plays the guitar."],
		["a place of work, then the work", "The user works for Acme as a baker.", "The user is a baker at Acme."],
		["since and started", "The user has lived in Rome since 2015.", "The user moved to Rome in 2015."],
		[
			"a clause about somebody",
			"The user has a brother who lives in Rome.",
			"The user's brother lives in Rome.",
		],
		[
			"the most liked",
			"The user loves sushi more than any other food.",
			"The user's favorite food is sushi.",
		],
		["dates in figures", "The user was born on 1990-03-15.", "The user's birthday is March 15, 1990."],
		["other languages, written alike", "Der Nutzer mag keinen Kaffee.", "der Nutzer mag keinen Kaffee"],
	])("%s", (_, a, b) => {
		expect(relation(a, b)).toBe("same");
		expect(relation(b, a)).toBe("same");
	});
});

describe("statements that cannot both hold contradict (FA3)", () => {
	it.each([
		["a denial", "The user smokes.", "The user does not smoke."],
		["never", "The user has been to Asia.", "The user has never been to Asia."],
		["opposites", "The user is married.", "The user is single."],
		["another employer", "The user works at Acme.", "The user is employed by Globex."],
		["another home", "The user lives in Lisbon.", "I live in a small flat in Porto."],
		["another name", "The user's name is Ada.", "The user is called Grace."],
		["another favourite", "The user's favorite color is green.", "The user's favourite colour is blue."],
		["another count", "The user has two cats.", "The user has three cats."],
		["another age", "The user is 34.", "The user is 36 years old."],
		["the other one preferred", "The user prefers email.", "The user prefers phone calls over email."],
		["a new home", "The user lives in Austin.", "The user moved to Denver."],
		["seldom", "The user exercises daily.", "The user rarely exercises."],
		["another address", "The user's e-mail is a@x.org.", "The user's email address is b@x.org."],
		["another plan", "The customer is on the Free plan.", "The customer has the Pro plan."],
		["another time of one occasion", "The exam is on May 3.", "The exam is on May 5."],
		["the other way round", "The user prefers tea to coffee.", "The user prefers coffee to tea."],
		["a rival choice", "The user prefers aisle seats.", "The user prefers window seats."],
		["another sign", "The user's blood type is A+.", "The user's blood type is A-."],
		["none against some", "The user has no allergies.", "The user is allergic to nuts."],
		["ways of life", "The user is vegan.", "The user eats cheese."],
		["a denial in another language", "Der Nutzer mag Kaffee.", "Der Nutzer mag keinen Kaffee."],
		["another age in another language", "L'utilisateur a 34 ans.", "L'utilisateur a 35 ans."],
	])("%s", (_, a, b) => {
		expect(relation(a, b)).toBe("contradicts");
		expect(relation(b, a)).toBe("contradicts");
	});
});

describe("statements that share most words and say something else are both kept (FA3)", () => {
	it.each([
		["another thing liked", "The user likes tea.", "The user likes coffee."],
		["another language spoken", "The user speaks French.", "The user speaks German."],
		["another person", "The user's sister Anna lives in Oslo.", "The user's sister Maria lives in Oslo."],
		["another relative", "Anna's sister is a nurse.", "Anna's brother is a nurse."],
		["another subject", "Tom lives in Munich.", "The user lives in Munich."],
		["a relative of the one named", "Anna married Tom.", "Anna married Tom's brother."],
		["whose it is", "Sam's dog bit Leo.", "Leo's dog bit Sam."],
		["roles", "The user lent Tom money.", "Tom lent him money."],
		["direction", "The user moved from Berlin to Paris.", "The user moved from Paris to Berlin."],
		["passive and active of one subject", "The user helped Julia.", "The user was helped by Julia."],
		["a wish", "The user wants to buy a house.", "The user bought a house."],
		["a possibility", "The user might move to Canada.", "The user moved to Canada."],
		["a former habit", "The user used to smoke.", "The user smokes."],
		["tense", "The user lived in Rome.", "The user lives in Rome."],
		["something to come", "The user has a dog.", "The user is getting a dog."],
		["scope", "The user only drinks tea.", "The user drinks tea."],
		["nearly", "The user almost bought a boat.", "The user bought a boat."],
		["a kind and a kind of it", "The user is allergic to nuts.", "The user is allergic to peanuts."],
		["another unit", "The user ran 5 km.", "The user ran 5 miles."],
		["another event", "The user called the bank on Monday.", "The user called the bank on Tuesday."],
		["another order", "The user wants a refund for order 5512.", "The user wants a refund for order 5521."],
		["titles", "The user watched Alien.", "The user watched Aliens."],
		["with, for and about", "The user works with Mark.", "The user works for Mark."],
		["a city and its country", "The user lives in Portugal.", "The user lives in Lisbon."],
		["a value of another sort", "The user's wife is a doctor.", "The user's wife is Elena."],
		["counts of two things", "The user has 2 cats and 3 dogs.", "The user has 3 cats and 2 dogs."],
		["partners of two clauses", "Al likes tea and Bo likes rum.", "Al likes rum and Bo likes tea."],
		["being and having", "The user is a manager.", "The user has a manager."],
		["each in its own time", "The user lives in Rome in May.", "The user lives in Oslo in June."],
		["addresses of machines", "The server is at 10.0.0.1.", "The server is at 10.0.0.2 too."],
		["emoji", "The user likes 🍕.", "The user likes 🍣."],
		["currencies", "The ticket was ¥500.", "The ticket was ₹500."],
		["signs behind a word", "The user writes C.", "The user writes C#."],
		["two signs behind a word", "The user writes C.", "The user writes C++."],
		["other languages", "Die Nutzerin mag Tee.", "Die Nutzerin mag Kaffee."],
	])("%s", (_, a, b) => {
		expect(["related", "different"]).toContain(relation(a, b));
		expect(["related", "different"]).toContain(relation(b, a));
	});
});

it("says how sure it is and why", () => {
	expect(compareStatements("The user likes tea.", "the user likes tea")).toEqual({
		relation: "same",
		confidence: 1,
		reason: "same words",
	});
	const { confidence, reason } = compareStatements("The user works at Acme.", "The user works at Globex.");
	expect(confidence).toBeGreaterThan(0.5);
	expect(reason).toBe("another employer");
});

it("takes any text", () => {
	for (const text of ["", " ", "?", "🙂", "the", "not", "'s", "9", "a".repeat(5_000), "ユーザー", "\u0000"]) {
		expect(compareStatements(text, text).relation).toBe("same");
		expect(relation(text, "The user likes tea.")).not.toBe("contradicts");
	}
});

it.each([
	["The user works with a nurse at St. Mary's.", "The user works as a nurse at St. Mary's."],
	["The user has a brother who lives in Rome.", "The user lives in Rome with a brother."],
	["The user is afraid of dogs.", "The user's dog is afraid."],
	["The user's father is a teacher.", "The user's teacher is a father."],
	["The user has three daughters.", "The user's daughter is three."],
	["The user has run a marathon.", "The user is a marathon runner."],
	["The user's best friend is moving to Oslo.", "The user's best friend is visiting Oslo."],
	["The user speaks English at work.", "The user is retired."],
])("keeps other subjects and other parts apart: %s / %s (FA3)", (a, b) => {
	expect(["related", "different"]).toContain(relation(a, b));
	expect(["related", "different"]).toContain(relation(b, a));
});
