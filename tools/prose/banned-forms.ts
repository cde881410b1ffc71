import type { Passage } from "./passage.ts";

/** A form that readers stumble over. */
export interface BannedForm {
	/** A space in the pattern stands for any white space, so that a line break does not hide a match. */
	pattern: RegExp;
	reason: string;
	/** Completes "write …". */
	instead: string;
	/** A sentence that must be reported, and one that must not. The tests check both. */
	bad: string;
	good: string;
	/** Where the form is fine. `opening`: the first sentence of a comment or string, which may be a label. */
	except?: readonly (Passage["kind"] | "opening")[];
}

const REFERENCE = { reason: "a reference", instead: '"See [page](…)"' };
const DEFAULT = { reason: "a default in many words", instead: '"by default" or "default: …"' };
const PLACE = { reason: "place instead of order", instead: '"after" or "before"' };
const HOUSE = { reason: "a metaphor of a house", instead: '"entry point", "folder", "budget" or "owner"' };
const NO_NOUN = {
	reason: "a clause without a noun is the subject",
	instead: 'the noun: "a caller that …", "the messages that …"',
};

/** The start of a sentence: where the text begins, or after the end of another sentence. */
const START = "(?:^|(?<=[.!?:] ))";
/** The rest of a sentence that ends in a full stop, and so is no question. */
const STATEMENT = String.raw`\b[^.!?]*\.(?=\s|$)`;
const statement = (words: string): RegExp => new RegExp(START + words + STATEMENT);

export const bannedForms: readonly BannedForm[] = [
	{
		...REFERENCE,
		pattern: /\b(?:is|are) (?:told (?:in|there|below|above)|said (?:in (?=the |\[)|below|above))/i,
		bad: "What it means is told in the guide.",
		good: "See the guide for what it means. Options are told apart by their letter, as was said in the session.",
	},
	{
		...REFERENCE,
		pattern: /\] (?:tells?|says?|has it|have it)\b/,
		bad: "[Agents](guides/agents.md) tells which.",
		good: "See [agents](guides/agents.md) for the list.",
	},
	{
		reason: '"to tell" for data',
		instead: '"shows", "returns" or "says"',
		pattern: /\btells (?:how|what|which|whether|why|where|when|who|whose)\b/i,
		bad: "`help` tells how it is typed.",
		good: "`help` shows the usage.",
	},
	{
		reason: "an owner without a noun",
		instead: '"the owner", "the user of the session", "of any user"',
		pattern: /\bwhosever\b|\bwhose (?:it|they) (?:is|are)\b/i,
		bad: "Lists facts, whosever they are.",
		good: "Lists the facts of any user, whose ids are optional.",
	},
	{
		reason: '"whom" without a noun',
		instead: '"about whom", "the user", "the owner"',
		pattern: /(?<!\b(?:all|any|both|each|few|many|most|none|one|several|some|two|three|\d) )\bof whom\b/i,
		bad: "What is known of whom and from where",
		good: "What the agent knows about its users, most of whom are anonymous",
	},
	{
		...DEFAULT,
		pattern: /\bunless (?:told|said)\b/i,
		bad: "It waits for 60 seconds, unless told otherwise.",
		good: "It waits for 60 seconds by default, unless the tool sets a limit.",
	},
	{
		...DEFAULT,
		pattern: /\bnothing else is said\b/i,
		bad: "60 seconds, as nothing else is said",
		good: "60 seconds by default",
	},
	{
		reason: "wrong preposition",
		instead: '"belongs to", "belongs in" or "add … to"',
		pattern: /\bbelongs? into\b/i,
		bad: "Packages belong into your own package.json.",
		good: "Packages belong in your own package.json.",
	},
	{
		reason: "an old word",
		instead: '"again", or the verb with "re-": "re-embed", "rebuild"',
		pattern: /\banew\b/i,
		bad: "Make vectors anew",
		good: "Re-embed",
	},
	{
		reason: '"to have" for "to get"',
		instead: '"get", "restore", "is available"',
		pattern: /\b(?:can|could|may|might|to) be had\b|\bha(?:ve|s|d) (?:it|them) back\b/i,
		bad: "The report can be had as JSON.",
		good: "The report is available as JSON, and has been since 0.5.",
	},
	{
		reason: "says nothing about why",
		instead: '"included anyway", "is always included"',
		pattern: /\b(?:came|comes?|coming) along\b/i,
		bad: "12 facts came along.",
		good: "12 facts were included anyway.",
	},
	{
		reason: '"least" for a lower limit',
		instead: '"minimum"',
		pattern: /\bleast (?:score|similarity|length|size|number|confidence)\b/i,
		bad: "Least score",
		good: "Minimum score, at least 0.2",
	},
	{
		reason: "does not say what is missing",
		instead: '"No matching runs", "No facts yet"',
		pattern: /\b(?:is|are) like that\b/i,
		bad: "No run is like that.",
		good: "No matching runs.",
	},
	{
		reason: "does not say what is missing",
		instead: '"No facts yet"',
		pattern: /(?:^|(?<=[.!?:] ))There (?:is|are) none\b/,
		bad: "There is none.",
		good: "No facts yet. If there is none, the list is empty.",
	},
	{
		reason: "an ambiguous end of a job or delivery",
		instead: '"failed permanently", "dead letter" or "aborted"',
		pattern: /\bgiven up\b/i,
		bad: "Deliveries that were given up",
		good: "Deliveries that failed permanently; the client gives up after 8 attempts",
	},
	{
		reason: '"immediately" or "at the same time"',
		instead: "the one that you mean",
		pattern: /\bat once\b/i,
		bad: "All calls run at once.",
		good: "All calls run at the same time, and at most once.",
	},
	{
		reason: '"beside" for "besides" or "next to"',
		instead: '"next to", "in addition to" or "besides"',
		pattern: /\bbeside\b/i,
		bad: "The test is beside its file.",
		good: "The test is next to its file. Besides, it is fast.",
	},
	{
		...PLACE,
		pattern: /\b(?:stands?|comes?|goes|put|right|directly|from|read|reads|events?|those) behind\b/i,
		bad: "It yields every event behind `after`.",
		good: "It yields every event after `after`. The server runs behind a proxy and leaves no files behind.",
	},
	{
		...PLACE,
		pattern:
			/\bbehind (?:(?:the|its|an?|each|every|this|that) )?(?:cursor|offset|events?|messages?|calls?|agent|command|node|number|system text|words?|verb|name|text|others?|last)\b/i,
		bad: "It reads behind the cursor.",
		good: "It reads after the cursor, behind a load balancer.",
	},
	{
		...PLACE,
		pattern:
			/\bin front of (?:(?:the|its|an?|each|every|this|that) )?(?:newest|first|questions?|messages?|commands?|words?|text|names?|values?|lines?|prompt)\b/i,
		bad: "Excerpts stand in front of the newest user message.",
		good: "Excerpts come before the newest user message; a proxy is in front of the server.",
	},
	{
		reason: '"made of" for things that a program creates',
		instead: '"created from", "generated from", "extracted from", "built from" or "consists of"',
		pattern: /\bmade of\b/i,
		bad: "Facts are made of ended sessions.",
		good: "Facts are extracted from ended sessions.",
	},
	{
		reason: "does not say what",
		instead: 'the list: "events, state and facts"',
		pattern: /\ball that (?:belongs?|hangs?) (?:to|on)\b|\beverything that (?:belongs|hangs) (?:to|on) it\b/i,
		bad: "Deletes the session with all that belongs to it.",
		good: "Deletes the session with its events, state and facts.",
	},
	{
		reason: "does not say what is deleted",
		instead: '"Delete this user and all their data?"',
		pattern: /\bwith everything\?/i,
		bad: "Delete the user with everything?",
		good: "Delete this user and all their data?",
	},
	{
		reason: "a question without its object",
		instead: "the noun",
		pattern: /\bwhat of it\b/i,
		bad: "This page is about what of it enters the prompt.",
		good: "This page explains which messages go into the prompt.",
	},
	{
		reason: "a person is not always a man",
		instead: '"they", or the role',
		pattern:
			/\bhimself\b|(?<!\/|or |and )\b(?:he|him|his)\b(?!\/|,? (?:she|her)\b|,? (?:or|and) (?:she|her)\b)/i,
		bad: "The user deletes his data himself.",
		good: "The user deletes their data. The form that goes with he, she or it.",
	},
	{
		...HOUSE,
		pattern: /\bhousehold\b|\blodgers?\b/i,
		bad: "The household of a run",
		good: "The token budget",
	},
	{
		...HOUSE,
		pattern: /\b(?:the|an?|only|no|this|that|one|another|back|front) doors? (?:to|of|for|into|in)\b/i,
		bad: "The only door to the log",
		good: "The only entry point to the log",
	},
	{
		...HOUSE,
		pattern: /\b(?:the|our|this|whole|one|its|a) house\b(?! (?:in|number|near|with))/i,
		bad: "The tenants of a house",
		good: "The tenants of a server",
	},
	{
		reason: "a clause without a noun",
		instead: '"anyone who …", "a caller that …", or "you"',
		pattern: /\b(?:whoever|whomever|whoso)\b/i,
		bad: "Whoever wants no facts sets `facts: false`.",
		good: "Set `facts: false` to turn facts off.",
	},
	{
		...NO_NOUN,
		pattern: statement("Who "),
		except: ["heading", "cell", "opening"],
		bad: "It is safe. Who begins knows of none.",
		good: "A process that has just started knows of none. Who decides that? The store.",
	},
	{
		...NO_NOUN,
		pattern: new RegExp(`${START}Whatever \\b[^.,!?]*\\.(?=\\s|$)`),
		except: ["heading", "cell", "opening"],
		bad: "Set it. Whatever is set here counts for all agents.",
		good: "Set it. Whatever the store, the order is the same.",
	},
	{
		...NO_NOUN,
		pattern: statement("What (?:is|are|was|were|has|have|had|can|cannot|may|nobody|others|somebody) "),
		except: ["heading", "cell", "opening"],
		bad: "It reads the log. What is new is analysed.",
		good: "It reads the log and analyses new events. What is new? See the changelog.",
	},
	{
		reason: "does not say what happens to it",
		instead: '"considered" and "used"',
		pattern: /(?:\d|…) looked at\b/i,
		bad: "9 looked at, 9 taken",
		good: "9 considered, 9 used; I looked at the log",
	},
	{
		reason: "not a count",
		instead: '"1 job waiting (1 tenant)"',
		pattern: /(?:\d|…) waits?, of\b/i,
		bad: "1 wait, of 1 tenant",
		good: "1 job waiting (1 tenant)",
	},
	{
		reason: "a label is a noun",
		instead: '"Duration"',
		pattern: /^Took$/,
		bad: "Took",
		good: "It took 20 ms",
	},
	{
		reason: "a label is a noun",
		instead: '"Scope: …"',
		pattern: /^It may\b(?=:|$)/,
		bad: "It may: read, write",
		good: "It may fail.",
	},
	{
		reason: "a label is a noun",
		instead: '"Expires in: …"',
		pattern: /^Good for\b(?=:|$)/,
		bad: "Good for: 30 days",
		good: "Good for many cases",
	},
	{
		reason: "a button names what it opens",
		instead: '"Open in playground"',
		pattern: /\bTalk to (?:it|them)\b/,
		bad: "Talk to it",
		good: "Open in playground",
	},
	{
		reason: "a process dies",
		instead: '"the process running it died"',
		pattern: /\bprocess that (?:\w+|…)(?: (?:with )?(?:it|them|this))? is gone\b/i,
		bad: "the process that ran it is gone",
		good: "the process running it died",
	},
	{
		reason: '"made" for "created"',
		instead: '"creates the user if needed"',
		pattern: /\b(?:is|are) made if\b|\bif not there\b/i,
		bad: "set variables of a user, who is made if not there",
		good: "set variables of a user; creates the user if needed",
	},
	{
		reason: "a retry is not a question",
		instead: '"Retrying …", "is retried"',
		pattern: /\b(?:is|are) asked again (?:every|later|until)\b/i,
		bad: "It is asked again every few seconds.",
		good: "Retrying every few seconds. The model is asked again for a shorter answer.",
	},
];
