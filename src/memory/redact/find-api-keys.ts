import { type FindSecrets, findByPattern, type SecretSpan } from "./span.ts";

const hasDigit = (text: string): boolean => /\d/.test(text);
const isMixed = (text: string): boolean => hasDigit(text) && /[a-z]/i.test(text);
/**
 * `sk-learn-pipeline-for-text` is a name. Keys have digits and letters, and either a capital or at least 32
 * characters.
 */
const isRandom = (text: string): boolean => isMixed(text) && (/[A-Z]/.test(text) || text.length >= 32);

/** Not in the middle of a word. This also keeps the search linear, because a run of characters is tried once. */
const BEGIN = "(?<![A-Za-z0-9_-])";

/** Keys with a prefix that names their issuer. */
const BY_PREFIX: readonly { prefix: string; rest: string; check?: (key: string) => boolean }[] = [
	{ prefix: "sk-", rest: "[A-Za-z0-9_-]{20,}", check: isRandom },
	{ prefix: "(?:sk|rk|pk)_(?:live|test)_", rest: "[A-Za-z0-9]{16,}" },
	{ prefix: "whsec_", rest: "[A-Za-z0-9+/=]{16,}" },
	{ prefix: "gh[pousr]_", rest: "[A-Za-z0-9]{20,}" },
	{ prefix: "github_pat_", rest: "[A-Za-z0-9_]{20,}" },
	{ prefix: "glpat-", rest: "[A-Za-z0-9_-]{16,}" },
	{ prefix: "npm_", rest: "[A-Za-z0-9]{30,}" },
	{ prefix: "pypi-", rest: "[A-Za-z0-9_-]{30,}", check: hasDigit },
	{ prefix: "xox[abeprs]-", rest: "[A-Za-z0-9-]{10,}", check: hasDigit },
	{ prefix: "xapp-", rest: "[A-Za-z0-9-]{20,}", check: hasDigit },
	{ prefix: "(?:AKIA|ASIA)", rest: "[A-Z0-9]{16}(?![A-Za-z0-9])" },
	{ prefix: "AIza", rest: "[A-Za-z0-9_-]{30,}" },
	{ prefix: "ya29\\.", rest: "[A-Za-z0-9_-]{20,}" },
	{ prefix: "GOCSPX-", rest: "[A-Za-z0-9_-]{20,}" },
	{ prefix: "hf_", rest: "[A-Za-z0-9]{28,}", check: isRandom },
	{ prefix: "gsk_", rest: "[A-Za-z0-9]{30,}" },
	{ prefix: "(?:xai|pplx|csk|fw|re|r8)[-_]", rest: "[A-Za-z0-9]{30,}", check: isRandom },
	{ prefix: "SG\\.", rest: "[A-Za-z0-9_-]{16,64}\\.[A-Za-z0-9_-]{16,}" },
	{ prefix: "(?:dop|doo|dor)_v1_", rest: "[a-f0-9]{40,}" },
	{ prefix: "shp(?:at|ca|pa|ss)_", rest: "[a-fA-F0-9]{32}" },
	{ prefix: "sq0(?:atp|csp)-", rest: "[A-Za-z0-9_-]{20,}" },
	{
		prefix: "(?:lin_api|figd|dckr_pat|ntn|tskey|tvly|hvs|dp\\.pt)[-_.]",
		rest: "[A-Za-z0-9_-]{20,}",
		check: isRandom,
	},
	{ prefix: "[0-9]{8,10}:AA", rest: "[A-Za-z0-9_-]{30,}" },
];

const byPrefix = BY_PREFIX.map(({ prefix, rest, check }) =>
	findByPattern("api key", new RegExp(`${BEGIN}${prefix}${rest}`, "g"), check),
);

const jwt = findByPattern("token", /(?<![\w-])eyJ[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]*)?/g);

const bearer = findByPattern(
	"token",
	/\b(?:bearer|authorization:\s{0,3}(?:basic|token))\s{1,3}(?<secret>[A-Za-z0-9._~+/=-]{12,})/gi,
	isMixed,
);

/** A value that is a secret only because of the words before it. */
const named = findByPattern(
	"api key",
	/\b(?:api[ _-]?key|access[ _-]?key|secret[ _-]?key|client[ _-]?secret|access[ _-]?token|auth[ _-]?token|refresh[ _-]?token|api[ _-]?token|secret[ _-]?access[ _-]?key|token|secret)["']?\s{0,3}(?::|=|\bis\b)\s{0,3}["']?(?<secret>[A-Za-z0-9_+/=.~-]{12,})/gi,
	(value) =>
		isMixed(value) &&
		!/^(?:process\.env|import\.meta|os\.environ)/.test(value) &&
		!/^\d{4}-\d\d-\d\d/.test(value),
);

const BEGIN_KEY = /-----BEGIN [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----/g;
const END_KEY = /-----END [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----/g;

/** Whole blocks. A block without an end mark ends with the last character that a key can contain. */
const privateKeys: FindSecrets = (text) => {
	const spans: SecretSpan[] = [];
	const ends = [...text.matchAll(END_KEY)].map((match) => match.index + match[0].length);
	let end = 0;
	let next = 0;
	for (const begin of text.matchAll(BEGIN_KEY)) {
		if (begin.index < end) continue;
		const body = begin.index + begin[0].length;
		while (next < ends.length && (ends[next] ?? 0) < body) next++;
		end = ends[next] ?? endOfBody(text, body);
		spans.push({ start: begin.index, end, kind: "private key" });
	}
	return spans;
};

function endOfBody(text: string, from: number): number {
	const body = /[A-Za-z0-9+/=:,\s-]*/y;
	body.lastIndex = from;
	return from + (body.exec(text)?.[0].trimEnd().length ?? 0);
}

/** Keys and tokens with a known format. */
export const findApiKeys: readonly FindSecrets[] = [privateKeys, ...byPrefix, jwt, bearer, named];
