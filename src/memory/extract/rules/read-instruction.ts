import { LANGUAGES } from "./lexicon.ts";
import { type Person, type Statement, sentenceOf } from "./statement.ts";

const LASTING =
	/\b(?:always|never|from now on|in (?:the )?future|going forward|every time|by default|whenever|each time|at all times|until i say)\b/i;
const POLITE =
	/^(?:(?:please|pls|also|and|ok|okay|so|hey|oh|btw|by the way|one more thing|can you|could you|would you|will you|i want you to|i'd like you to|i would like you to|i need you to|you should|you must|just|kindly|do)[,:]? )+/i;
const WHEN =
	/\b(?:from now on|in (?:the )?future|going forward|by default|please|thanks|thank you|at all times|until i say (?:so|otherwise))\b,? ?/gi;

const IN_LANGUAGE = new RegExp(
	`^(?:always |only )?(?:answer|reply|respond|write|speak|talk|communicate)(?: to me| me| back)?(?: only| always)? (?:in|using) (?:simple |plain |formal |informal |british |american )?(${LANGUAGES})(?: only)?$`,
	"i",
);
const WISH = new RegExp(
	`^I(?:'d| would)? (?:want|like|prefer|need)(?: to get| all| your)* (?:answers|replies|responses) in (${LANGUAGES})$`,
	"i",
);
const CALL_ME =
	/^(?:[Yy]ou can |[Jj]ust |[Aa]lways )*[Cc]all me (?:by my (?:first|last) name|\p{Lu}[\p{L}'-]*(?: \p{Lu}[\p{L}'-]*)?)(?: instead)?(?:, .*)?$/u;
const LENGTH =
	/^(?:always |try to )?(?:keep|make) (?:your |the |all )?(?:answers?|replies|responses|messages|explanations|it|things) (?:all )?(short|brief|concise|simple|to the point|long|detailed|formal|informal|casual|friendly|under \d+ \w+|as short as possible)(?: and (?:short|brief|concise|simple|to the point|friendly|clear))?$/i;
const BE =
	/^(?:always )?be (?:more |very )?(brief|concise|direct|honest|formal|informal|casual|blunt|polite|detailed|friendly|critical|patient|succinct|terse)(?: (?:with me|and \w+|in your (?:answers|replies|responses)))*$/i;
/** Things that belong to the way of answering, not to the task. */
const MANNER =
	/\b(?:bullet(?: |-)?points?|bullets|emojis?|markdown|jargon|exclamation (?:marks|points)|headings|headers|tables?|abbreviations|slang|swear|curse|filler|em[- ]dash(?:es)?|apologi[sz]\w*|metric|imperial|celsius|fahrenheit|24[- ]hour|12[- ]hour|kilomet(?:er|re)s|miles|disclaimers?|caps|all caps|small talk|lists|hashtags|sir|ma'am|first name|last name|formal|informal|du|sie|tu|vous|usted|pronouns|nicknames?|long (?:answers|replies|explanations)|short (?:answers|replies|sentences)|follow-up questions|sources|citations|examples|step by step|formally|informally|code comments|british spelling|american spelling|politically correct|flattery|compliments|praise)\b/i;
const VERB =
	/^(?:answer|reply|respond|use|using|include|show|give (?!up)|explain|cite|ask|call|address|format|keep|write|start|end|speak|translate|convert|add|adding|tell|remind|mention|avoid|send|say|assume|suggest|recommend|apologi[sz]e|apologi[sz]ing|repeat|repeating|summari[sz]e|round|quote|swear|curse|offer|refer to|prefer|put|spell|check|double-check|confirm|propose|greet|talk|schedule|book|order|asking|sending|saying|calling|wrap|indent|comment|provide|skip|leave out|list|sign|write out|stick to)\b/i;

const INSTRUCTION = { kind: "instruction", importance: 0.85 } as const;

/** What someone wants of the agent in all its answers; undefined if it is about the task at hand. */
export function readInstruction(sentence: string, person: Person): Statement | undefined {
	if (person.isNamed || sentence.length > 200) return undefined;
	const lasting = LASTING.test(sentence);
	const asked = sentence.replace(POLITE, "");
	const wanted = asked
		.replace(WHEN, "")
		.replace(/[\s,]+$/, "")
		.replace(POLITE, "")
		.trim();
	const wish = WISH.exec(sentence)?.[1];
	const language = IN_LANGUAGE.exec(wanted)?.[1];
	if (language || wish)
		return make(`The user wants answers in ${capital(language ?? wish ?? "")}`, lasting ? 0.95 : 0.8);
	if (CALL_ME.test(wanted) && !/^call me (?:Back|Later|When|If|At|On|Tomorrow|Crazy|Old)/i.test(wanted)) {
		return {
			...make(
				`The user wants to be called ${wanted
					.replace(/^.*?call me /i, "")
					.replace(/,.*$/, "")
					.replace(/ instead$/, "")
					.replace(/^by my/, "by their")}`,
				0.95,
			),
			importance: 0.9,
		} as Statement;
	}
	const length = LENGTH.exec(wanted)?.[1];
	if (length && (lasting || /answer|repl|respons|explanation/i.test(wanted)))
		return make(`The user wants ${/^under/i.test(length) ? `answers ${length}` : `${length} answers`}`, 0.85);
	const manner = BE.exec(wanted)?.[1];
	if (manner) return make(`The user wants the assistant to be ${manner}`, 0.8);
	const negative =
		/^(?:(?:don't|do not|dont|stop|no need to) (?:ever )?|(?:please )?never )(.{3,100})$/i.exec(wanted);
	if (negative?.[1]) {
		const what = uncapital(negative[1]);
		if (!VERB.test(what) || !(lasting || MANNER.test(what)) || isOfTask(what)) return undefined;
		return make(
			`The user wants the assistant ${lasting && /never/i.test(sentence) ? "never" : "not"} to ${baseForm(what)}`,
			lasting ? 0.85 : 0.75,
		);
	}
	const positive = uncapital(/^(?:always )?(.{3,100})$/i.exec(wanted)?.[1] ?? "");
	if (!VERB.test(positive) || isOfTask(positive)) return undefined;
	if (lasting)
		return make(
			`The user wants the assistant to ${/\balways\b/i.test(sentence) ? "always " : ""}${positive.replace(/\balways /i, "")}`,
			0.85,
		);
	if (
		/^(?:use|address|write)\b/i.test(positive) &&
		MANNER.test(positive) &&
		positive.split(" ").length <= 6 &&
		!/\b(?:table|tables|lists|this|that|the|for)\b/i.test(positive)
	) {
		return make(`The user wants the assistant to ${positive}`, 0.7);
	}
	return undefined;
}

/** It points to what is on the screen. */
const isOfTask = (text: string): boolean =>
	/\b(?:this|that|these|those|it|here|above|below|the (?:code|file|text|table|list|function|bug|tests?|email|letter|story|first|last|second|following))\b/i.test(
		text,
	);

const baseForm = (text: string): string =>
	text.replace(/^(\w+?)ing\b/, (_, stem: string) =>
		/^(?:us|writ|giv|apologi[sz]|mak)$/.test(stem) ? `${stem}e` : stem,
	);
const uncapital = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase();

function make(text: string, confidence: number): Statement | undefined {
	const content = sentenceOf(
		text
			.replace(/\bmy\b/g, "their")
			.replace(/\bme\b/g, "them")
			.replace(/\byour\b/g, "its")
			.replace(/\bI\b/g, "they"),
	);
	return content ? { content, ...INSTRUCTION, confidence } : undefined;
}
