import { splitSpeaker } from "../../text/participants.ts";
import { whereTextIsGiven } from "./announces-text.ts";
import { GAP, withoutFences, withoutMarkedBlocks, withoutQuotations } from "./pasted-blocks.ts";

/** Longer lines contain pasted text. The person's own words are at the beginning or at the end. */
const LONGEST = 12_000;
const HEAD = 8_000;
/** Only this many characters of a text are read. */
const MOST = 200_000;

const LOG_LINE =
	/^\s*(?:\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d|\[?(?:ERROR|WARN(?:ING)?|INFO|DEBUG|TRACE|FATAL)\b|at \S+ ?\(|at \S+:\d+|File "|Traceback|Caused by:|npm ERR|\$ |>|#!|[+-]{3} |@@ |\|)/;
const CODE_LINE =
	/^\s*(?:[{}[\]();]|["'][\w-]+["']\s*:|<\/?\w+[^>]*>|(?:import|export|const|let|var|function|def|class|return|public|private|SELECT|INSERT|UPDATE)\s.*[;{(:=*])|[;{}]\s*$/;
const MAIL_HEADER = /^\s*(?:from|to|cc|bcc|subject|date|sent|reply-to|von|an|betreff|gesendet)\s*:\s*\S/i;
/** One of these is enough to recognise an email. */
const SENDER = /^\s*(?:from|subject|sent|reply-to|von|betreff|gesendet)\s*:\s*\S/i;
/** `On Monday Bob wrote:` and lines that announce what is not one's own. */
const MAIL_BEGIN =
	/^\s*(?:-{2,}\s*(?:original|forwarded|begin)|begin forwarded message|on .{4,60} wrote:\s*$)/i;

const DAYS: Readonly<Record<string, string>> = {
	mon: "Monday",
	tue: "Tuesday",
	wed: "Wednesday",
	thu: "Thursday",
	fri: "Friday",
	sat: "Saturday",
	sun: "Sunday",
};
const SHORT_DAY = /\b((?:last|next|this|on) )(mon|tues?|wed|thurs?|fri|sat|sun)\b\.?/gi;

/**
 * A person's own words in a text: without code, quotations, logs, emails, data, and texts that they want edited. A
 * gap replaces each part that is removed.
 */
export function ownWords(text: string): string {
	let own = text
		.slice(0, MOST)
		.replace(/[’ʼ]/g, "'")
		.replace(/[“”„«»]/g, '"');
	// What is pasted is found in the whole text: the end of a long one may stand inside.
	own = withoutMarkedBlocks(withoutFences(own));
	own = own.slice(0, whereTextIsGiven(own));
	own = withoutQuotations(withoutPastedLines(own));
	if (own.length > LONGEST) own = `${own.slice(0, HEAD)}${GAP}${own.slice(HEAD - LONGEST)}`;
	return own.replace(
		SHORT_DAY,
		(_, before: string, day: string) => `${before}${DAYS[day.slice(0, 3).toLowerCase()]}`,
	);
}

function withoutPastedLines(text: string): string {
	const kept: string[] = [];
	let headers = 0;
	for (const line of text.split("\n")) {
		// A transcript: "Bob: I live in Rome".
		if (splitSpeaker(line.slice(0, 100)).speaker !== undefined) continue;
		if (MAIL_BEGIN.test(line)) break;
		if (SENDER.test(line) || (MAIL_HEADER.test(line) && ++headers >= 2)) break;
		kept.push(LOG_LINE.test(line) || CODE_LINE.test(line) || MAIL_HEADER.test(line) ? "" : line);
	}
	return kept.join("\n");
}
