import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { looksSecret, redactSecrets } from "./index.ts";

/** Made up, and long enough. Put together here so that no scanner takes them for real ones. */
const fake = (prefix: string, length: number): string => prefix + "Fake0Example1".repeat(20).slice(0, length);
const hex = (length: number): string => "0123456789abcdef".repeat(10).slice(0, length);
const BLOCK = [
	"-----BEGIN RSA ",
	"PRIVATE KEY-----\nMIIFAKEfake0123\nabc=\n-----END RSA ",
	"PRIVATE KEY-----",
].join("");

const REDACTED: readonly (readonly [string, string])[] = [
	[`use ${fake("sk-", 40)} please`, "use [redacted: api key] please"],
	[`key=${fake("sk-proj-", 60)}`, "key=[redacted: api key]"],
	[fake("sk-ant-api03-", 60), "[redacted: api key]"],
	[fake("sk_live_", 24), "[redacted: api key]"],
	[fake("ghp_", 36), "[redacted: api key]"],
	[`${fake("github_pat_", 40)}.`, "[redacted: api key]."],
	[fake("glpat-", 20), "[redacted: api key]"],
	[fake("npm_", 36), "[redacted: api key]"],
	[fake("xoxb-", 30), "[redacted: api key]"],
	["AKIAFAKE0EXAMPLE0000", "[redacted: api key]"],
	[fake("AIza", 35), "[redacted: api key]"],
	[fake("hf_", 34), "[redacted: api key]"],
	[fake("gsk_", 40), "[redacted: api key]"],
	[`SG.${fake("", 22)}.${fake("", 43)}`, "[redacted: api key]"],
	[`123456789:${fake("AA", 33)}`, "[redacted: api key]"],
	["API key: FAKE-0000-example-1111", "API key: [redacted: api key]"],
	["client_secret=fake0example1fake2", "client_secret=[redacted: api key]"],
	["the token is fake0example1fake2", "the token is [redacted: api key]"],
	[`Authorization: Bearer ${fake("", 30)}`, "Authorization: Bearer [redacted: token]"],
	[`it is eyJ${fake("", 20)}.${fake("", 30)}.${fake("", 20)} ok`, "it is [redacted: token] ok"],
	[`here:\n${BLOCK}\nthanks`, "here:\n[redacted: private key]\nthanks"],
	[`${BLOCK.slice(0, 50)} `, "[redacted: private key] "],
	["my password is hunter2fake", "my password is [redacted: password]"],
	["My password is fakefish.", "My password is [redacted: password]."],
	["the password for the wifi is fake-fish-1", "the password for the wifi is [redacted: password]"],
	["pw: fake1234!", "pw: [redacted: password]"],
	["PWD=fake1234", "PWD=[redacted: password]"],
	['password: "two fake words"', 'password: "[redacted: password]"'],
	['{"password":"fake0000"}', '{"password":"[redacted: password]"}'],
	["mein Passwort ist fakefisch9", "mein Passwort ist [redacted: password]"],
	["mon mot de passe est fauxpoisson9", "mon mot de passe est [redacted: password]"],
	["I changed my password to Fake#2024", "I changed my password to [redacted: password]"],
	["passphrase: fake correct horse words", "passphrase: [redacted: password]"],
	["my seed phrase is fake one two three four five six", "my seed phrase is [redacted: password]"],
	["postgres://app:fakepass@db.example:5432/x", "postgres://app:[redacted: password]@db.example:5432/x"],
	["redis://:fakepass@cache.example", "redis://:[redacted: password]@cache.example"],
	["Server=x;User=sa;Password=fake0000;", "Server=x;User=sa;Password=[redacted: password];"],
	["card 4111 1111 1111 1111 exp 12/30", "card [redacted: card number] exp 12/30"],
	["5555555555554444", "[redacted: card number]"],
	["amex 3782-822463-10005", "amex [redacted: card number]"],
	["CVV: 123", "CVV: [redacted: card code]"],
	["IBAN DE89 3704 0044 0532 0130 00 AND MORE", "IBAN [redacted: IBAN] AND MORE"],
	["gb82west12345698765432", "[redacted: IBAN]"],
	["my SSN is 123-45-6789", "my SSN is [redacted: social security number]"],
	["social security number: 123 45 6789", "social security number: [redacted: social security number]"],
	["my pin is 4711", "my pin is [redacted: code]"],
	["the PIN for my card is 0815.", "the PIN for my card is [redacted: code]."],
	["your verification code is 123456", "your verification code is [redacted: code]"],
	["the door code: 4711#", "the door code: [redacted: code]"],
	["OTP 998877", "OTP [redacted: code]"],
];

const KEPT: readonly string[] = [
	"",
	"I live in Berlin and like tea.",
	"order 4111 1111 1111 1112",
	"Order number 4111111111111111 has not arrived",
	"call me at +49 30 901820 or 030-901820",
	"my phone is 555-123-4567",
	"+1 (555) 010-0199",
	"3f2504e0-4f89-41d3-9a0c-0305e82c3301",
	`commit ${hex(40)}`,
	`sha256 ${hex(64)}`,
	"123-45-6789 is the part number",
	"the invoice 2024-000123-4567",
	"I forgot my password",
	"my password is wrong",
	"My password is not working",
	"the password is too long",
	"Password: required",
	"password = getPassword()",
	"password: process.env.PASSWORD",
	"password: ********",
	"reset my password to something new",
	"I want to change the password on Tuesday",
	"use a password manager",
	"sk-learn-text-classification-pipeline",
	"task-based-planning-for-2024-and-beyond",
	"the secret is patience",
	"the secret: olive oil",
	"the token is expired",
	"a token of appreciation",
	"API key: missing",
	"https://example.com:8080/path@2x.png",
	"mail bob@example.com",
	"https://example.com/a:b@c",
	"DE89 3704 0044 0532 0130 01",
	"the year 2024 and 1,234,567 people",
	"1700000000000",
	"ISBN 9780306406157",
	"pin the message at 10:30",
	"I will pin 2024 photos",
	"zip code 10115",
	"the postcode is 10115",
	"he was born on 1990-04-12",
	"the flight code is LH 4711",
	"discount code SUMMER2024",
	"the verification of 1234 items",
	"My pin collection has 1200 pieces",
	"basic knowledge of something-longish",
	"bearer of good-news-and-tidings",
	"the passphrase is long enough",
];

describe("redactSecrets (FA5)", () => {
	test.each(REDACTED)("%j", (text, expected) => {
		expect(redactSecrets(text).text).toBe(expected);
	});

	test.each(KEPT)("%j stays as it is", (text) => {
		expect(redactSecrets(text)).toEqual({ text, found: [] });
	});

	it("names each kind it took out, in order", () => {
		const { text, found } = redactSecrets("pw: fake1234, pin is 4711, card 4111111111111111");
		expect(text).toBe("pw: [redacted: password], pin is [redacted: code], card [redacted: card number]");
		expect(found).toEqual(["password", "code", "card number"]);
	});

	it("takes nothing more out of what it has redacted", () => {
		for (const [text] of REDACTED) {
			const once = redactSecrets(text).text;
			expect(redactSecrets(once)).toEqual({ text: once, found: [] });
		}
	});

	it("never fails, and leaves text without its marks alone", () => {
		fc.assert(
			fc.property(fc.string({ unit: "grapheme" }), (text) => {
				const { text: redacted, found } = redactSecrets(text);
				return found.length > 0 || redacted === text;
			}),
		);
	});

	// Each of these costs minutes where a pattern goes back over what it has read.
	test.each([
		"a",
		"1",
		"1 ",
		"sk-",
		"eyJ",
		"eyJeyJey.",
		"A1",
		"DE89 ",
		"password ",
		"password for a ",
		"pin ",
		"pin for a ",
		"://",
		"a://b:",
		"-----BEGIN PRIVATE KEY-----",
		"token is ",
		"passphrase: ",
		'"',
		"bearer ",
		"xoxb-",
	])("a megabyte of %j is read in one go", (piece) => {
		expect(redactSecrets(piece.repeat(Math.ceil(1_000_000 / piece.length))).text.length).toBeGreaterThan(0);
	});
});

describe("looksSecret (FA5)", () => {
	it("is true for what holds a secret, or held one", () => {
		for (const [text, redacted] of REDACTED) {
			expect([text, looksSecret(text)]).toEqual([text, true]);
			expect(looksSecret(redacted)).toBe(true);
		}
		expect(looksSecret(`The user's key is ${fake("", 32)}.`)).toBe(true);
	});

	it("is false for what is none", () => {
		for (const text of KEPT) expect([text, looksSecret(text)]).toEqual([text, false]);
	});
});
