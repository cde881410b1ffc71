import { type FindSecrets, findByPattern, type SecretSpan } from "./span.ts";

const digitsOf = (text: string): string => text.replace(/\D/g, "");

/** The Luhn check of card numbers. */
function passesLuhn(digits: string): boolean {
	let sum = 0;
	for (let i = 0; i < digits.length; i++) {
		const digit = Number(digits[digits.length - 1 - i]);
		sum += i % 2 === 0 ? digit : digit > 4 ? digit * 2 - 9 : digit * 2;
	}
	return sum % 10 === 0;
}

/** The numbers and lengths that card issuers use. */
const ISSUED =
	/^(?:4\d{12}(?:\d{3}){0,2}|5[1-5]\d{14}|2(?:2[2-9]|[3-6]\d|7[01])\d{13}|3[47]\d{13}|3(?:0[0-5]|[68]\d)\d{11}|6(?:011|5\d\d|4[4-9]\d)\d{12}|35\d{14})$/;
/** With spaces or hyphens, a card number is in groups of four, or grouped as American Express does. */
const GROUPED = /^(?:\d+|\d{4}([ -])\d{4}\1\d{4}\1\d{1,4}(?:\1\d{1,3})?|\d{4}([ -])\d{6}\2\d{4,5})$/;
const OTHER_NUMBER =
	/\b(?:order|invoice|tracking|ticket|case|ref(?:erence)?|article|item|serial|imei|isbn|ean|build|customer)\b[^.\n]{0,20}$/i;

const cards = findByPattern(
	"card number",
	/(?<![\d.,_-]|[A-Za-z])\d(?:[ -]?\d){12,18}(?![ -]?\d|[A-Za-z_])/g,
	(number, before) => {
		const digits = digitsOf(number);
		return ISSUED.test(digits) && GROUPED.test(number) && passesLuhn(digits) && !OTHER_NUMBER.test(before);
	},
);

const cardCodes = findByPattern(
	"card code",
	/\b(?:cvv2?|cvc2?|card (?:security|verification) code)\b\s{0,2}(?:number\s)?(?:is\s|[:=#])?\s{0,3}(?<secret>\d{3,4})\b/gi,
);

/** The length of an IBAN, by country. */
const IBAN_LENGTH: Readonly<Record<string, number>> = {
	AD: 24,
	AE: 23,
	AT: 20,
	BE: 16,
	BG: 22,
	CH: 21,
	CY: 28,
	CZ: 24,
	DE: 22,
	DK: 18,
	EE: 20,
	ES: 24,
	FI: 18,
	FR: 27,
	GB: 22,
	GR: 27,
	HR: 21,
	HU: 28,
	IE: 22,
	IL: 23,
	IS: 26,
	IT: 27,
	LI: 21,
	LT: 20,
	LU: 20,
	LV: 21,
	MC: 27,
	MT: 31,
	NL: 18,
	NO: 15,
	PL: 28,
	PT: 25,
	RO: 24,
	RS: 22,
	SA: 24,
	SE: 24,
	SI: 19,
	SK: 24,
	TR: 26,
	UA: 29,
};

/** The mod-97 check of the standard, digit by digit. */
function passesMod97(iban: string): boolean {
	let rest = 0;
	for (const character of iban.slice(4) + iban.slice(0, 4)) {
		for (const digit of Number.parseInt(character, 36).toString()) rest = (rest * 10 + Number(digit)) % 97;
	}
	return rest === 1;
}

const ibans: FindSecrets = (text) => {
	const spans: SecretSpan[] = [];
	for (const match of text.matchAll(/(?<![A-Za-z0-9])[A-Za-z]{2}\d{2}(?=[ -]?[A-Za-z0-9]{3})/g)) {
		const length = IBAN_LENGTH[match[0].slice(0, 2).toUpperCase()];
		if (length === undefined) continue;
		let compact = "";
		let end = match.index;
		while (end < text.length && compact.length < length) {
			const character = text.charAt(end);
			if (/[A-Za-z0-9]/.test(character)) compact += character.toUpperCase();
			else if (!/[ -]/.test(character)) break;
			end++;
		}
		if (compact.length !== length || /^[A-Za-z0-9]/.test(text.slice(end, end + 1)) || !passesMod97(compact))
			continue;
		spans.push({ start: match.index, end, kind: "IBAN" });
	}
	return spans;
};

const socialSecurity = findByPattern(
	"social security number",
	/(?<![\d-])(?!000|666|9\d\d)\d{3}[- ]?(?!00)\d{2}[- ]?(?!0000)\d{4}(?![\d-])/g,
	(_, before) => /\b(?:ssn|social(?: security)?(?: number| no\.?| #)?)\b[^.\n]{0,20}$/i.test(before),
);

/** Short numbers that are secret codes, recognised by the words before them. */
const codes = findByPattern(
	"code",
	/\b(?:pin(?: ?code| number)?|otp|tan|one[- ]time (?:code|password|pin)|(?:verification|security|confirmation|access|entry|unlock|door|gate|alarm|garage|lock|safe|2fa|mfa|two-factor|login|sms|authenticator|pass) ?codes?|(?:safe|lock|padlock) combination)\b(?:\s(?:for|to|of|on|at)\s[^\n.:=\d]{1,30}?)?\s{0,2}(?:is now|is|was|[:=#])?\s{0,3}(?<secret>(?:\d[- ]?){3,9}\d#?)(?![\d%])/gi,
	(value, before) => {
		const count = digitsOf(value).length;
		// "I pin 2024 photos": "pin" is also a verb.
		return count >= 4 && count <= 10 && !/(?<!\bmy )\b(?:pin|tan)\s+$/i.test(before);
	},
);

export const findNumbers: readonly FindSecrets[] = [cards, cardCodes, ibans, socialSecurity, codes];
