import { splitSpeaker } from "../../text/participants.ts";

/** Longer lines hold pasted material; what a person says themselves stands at the beginning or at the end. */
const LONGEST = 12_000;
const HEAD = 8_000;

/** Replaced by this, so that what stood around it does not become one sentence. */
const GAP = "\n\n";

const LOG_LINE =
	/^\s*(?:\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d|\[?(?:ERROR|WARN(?:ING)?|INFO|DEBUG|TRACE|FATAL)\b|at \S+ ?\(|at \S+:\d+|File "|Traceback|Caused by:|npm ERR|\$ |> |>>> |#!|[+-]{3} |@@ |\|)/;
const CODE_LINE =
	/^\s*(?:[{}[\]();]|["'][\w-]+["']\s*:|<\/?\w+[^>]*>|(?:import|export|const|let|var|function|def|class|return|public|private|SELECT|INSERT|UPDATE)\s.*[;{(:=*])|[;{}]\s*$/;
const MAIL_HEADER = /^\s*(?:from|to|cc|bcc|subject|date|sent|reply-to|von|an|betreff|gesendet)\s*:\s*\S/i;
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

/** Asks for something to be done with the text behind it. */
const GIVES_MATERIAL =
	/\b(?:translate|proofread|proof-read|summari[sz]e|rewrite|rephrase|paraphrase|correct|edit|improve|shorten|polish|format|review|analy[sz]e|classify|parse|check|fix|explain|reply to|respond to|answer)\b[^.!?\n:]{0,80}:/i;

/** Asks for a text that is written in someone's voice, or for something played. */
const ASKS_FOR_TEXT =
	/\b(?:write|draft|compose|create|generate|make up|give me|prepare)\b[^.!?\n]{0,40}\b(?:story|poem|song|lyrics|letter|e-?mail|essay|script|scene|dialogue|monologue|post|tweet|bio|cover letter|speech|joke|caption|review|text message|testimonial|prompt)\b/i;

/**
 * What a person says in their own words: without code, quotations, logs, mails, data, and texts that they only want
 * worked on. What is left out leaves a gap.
 */
export function ownWords(text: string): string {
	let own = text.length > LONGEST ? `${text.slice(0, HEAD)}${GAP}${text.slice(HEAD - LONGEST)}` : text;
	own = own.replace(/[’ʼ]/g, "'").replace(/[“”„«»]/g, '"');
	own = own.replace(
		SHORT_DAY,
		(_, before: string, day: string) => `${before}${DAYS[day.slice(0, 3).toLowerCase()]}`,
	);
	own = withoutBlocks(own);
	const material = GIVES_MATERIAL.exec(own) ?? ASKS_FOR_TEXT.exec(own);
	if (material) own = own.slice(0, material.index);
	own = withoutPastedLines(own);
	return withoutQuotations(own);
}

/** Fences and inline code. A fence that is never closed goes to the end. */
function withoutBlocks(text: string): string {
	const parts = text.split(/```|~~~/);
	const outside = parts.filter((_, index) => index % 2 === 0).join(GAP);
	return outside.replace(/`[^`\n]{0,400}`/g, " _ ");
}

function withoutPastedLines(text: string): string {
	const kept: string[] = [];
	let headers = 0;
	for (const line of text.split("\n")) {
		// A transcript: "Bob: I live in Rome".
		if (splitSpeaker(line.slice(0, 100)).speaker !== undefined) continue;
		if (MAIL_BEGIN.test(line)) break;
		if (MAIL_HEADER.test(line) && ++headers >= 2) break;
		kept.push(LOG_LINE.test(line) || CODE_LINE.test(line) || MAIL_HEADER.test(line) ? "" : line);
	}
	return kept.join("\n");
}

/** Quoted sentences are someone's words; quoted titles and names stay, without their quotes. */
function withoutQuotations(text: string): string {
	return text.replace(/"([^"\n]{0,300})"/g, (_, quoted: string) => {
		const words = quoted.trim().split(/\s+/);
		const isTitle = words.length <= 6 && !/\b(?:I|I'm|my|me|you|we)\b|[.!?]$/i.test(quoted);
		return isTitle ? quoted : " _ ";
	});
}
