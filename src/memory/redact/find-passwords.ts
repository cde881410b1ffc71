import { type FindSecrets, findByPattern } from "./span.ts";

/** Words after "the password is" or "password:" that are no password. */
const NO_PASSWORD = new Set(
	`a about above all always already also an and any as at back because being below both broken by case changed changing compromised correct
	different easy empty encrypted entered exactly expired expiring fine for forgotten gone good hard hashed hidden
	identical in incorrect invalid it just known leaked like locked longer lost mandatory missing my needed never no none not null of off ok
	okay old on only optional or our out outdated over probably protected public random rejected required reset safe same saved secure
	sensitive set shared short simple so somehow still stored string strong stuck that the their there this to too true unchanged undefined
	unique unknown unset up valid very visible weak what working wrong wrongly your false field reset hash manager`.split(
		/\s+/,
	),
);

const isPassword = (value: string): boolean => {
	const word = value.toLowerCase().replace(/[.,;:!?]+$/, "");
	return (
		word.length >= 3 &&
		!NO_PASSWORD.has(word) &&
		!word.startsWith("[redacted") &&
		// Code that reads a password, a placeholder, or asterisks.
		!/^[*•x.<${[(]|^(?:process\.env|os\.environ|env\.|import\.)|\(\)?/.test(word)
	);
};

const NAME = "(?:pass ?word|passwort|kennwort|mot de passe|contraseña|pass ?code|pw|pwd|pass)";
const BETWEEN = String.raw`["']?(?:\s{1,2}(?:for|to|of|on|at|für|de|para)\s[^\n.:=[]{1,30}?)?\s{0,3}`;

/** The value is in quotes, or ends at the next space. The full stop of the sentence is not part of it. */
const QUOTED = String.raw`(?:"(?<q1>[^"\n]{3,80})"|'(?<q2>[^'\n]{3,80})')`;

/** `my password is …`, `pw: …`, `password=…`. */
const SPOKEN = new RegExp(
	String.raw`\b${NAME}\b${BETWEEN}(?::|=|\bis now\b|\bis\b|\bist\b|\best\b|\bes\b|\bwas\b|\bto\b)\s{0,3}(?:${QUOTED}|(?<bare>[^\s"']{3,80}))`,
	"giu",
);

const spoken: FindSecrets = (text) => {
	const found = [];
	for (const match of text.matchAll(SPOKEN)) {
		const value = match.groups?.q1 ?? match.groups?.q2 ?? match.groups?.bare?.replace(/[.,;)]+$/, "") ?? "";
		if (!isPassword(value)) continue;
		// `change my password to something`: only a value with a digit or a special character.
		if (
			/\b(?:to|was|pass)\W{0,3}$/i.test(match[0].slice(0, match[0].lastIndexOf(value))) &&
			!/\d|[^\w\s]/.test(value)
		)
			continue;
		const start = match.index + match[0].lastIndexOf(value);
		found.push({ start, end: start + value.length, kind: "password" });
	}
	return found;
};

const phrase = findByPattern(
	"password",
	/\b(?:pass ?phrase|seed phrase|recovery phrase|mnemonic)\b(?:\s{1,3}is\s{0,3}:?|\s{0,3}[:=])\s{0,3}["']?(?<secret>[^\n"']{8,200})/gi,
	(value) =>
		value.trim().split(/\s+/).length >= 3 &&
		!NO_PASSWORD.has((value.split(/\s/)[0] ?? "").toLowerCase()) &&
		!value.startsWith("[redacted"),
);

/** `scheme://user:password@host`: only the password is removed. */
const inAddress = findByPattern(
	"password",
	/(?<![A-Za-z0-9+.-])[a-z][a-z0-9+.-]{1,20}:\/\/[^\s:/@]{0,80}:(?<secret>[^\s@/]{1,120})(?=@[^\s])/gi,
	(value) => !value.startsWith("[redacted") && !/^[*<${]/.test(value),
);

/** `;Password=…` in connection strings that are lists. */
const inList = findByPattern("password", /;\s{0,2}(?:password|pwd)=(?<secret>[^;\s"']{1,80})/gi, isPassword);

export const findPasswords: readonly FindSecrets[] = [inAddress, inList, phrase, spoken];
