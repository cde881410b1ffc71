/** Replaced by this, so that what stood around it does not become one sentence. */
export const GAP = "\n\n";

const FENCE = /```|~~~|"""|'''/g;

/** What stands outside of fences and of inline code. A fence that is never closed goes to the end. */
export function withoutFences(text: string): string {
	const outside: string[] = [];
	let open: string | undefined;
	let end = 0;
	for (const { 0: fence, index } of text.matchAll(FENCE)) {
		if (open === undefined) {
			outside.push(text.slice(end, index));
			open = fence;
		} else if (open === fence) open = undefined;
		else continue;
		end = index + fence.length;
	}
	if (open === undefined) outside.push(text.slice(end));
	return outside.join(GAP).replace(/`[^`\n]{0,400}`/g, " _ ");
}

/** `BEGIN TEXT`, `--- start of article ---`: in capitals, or between rules. */
const BEGINS = /^\s*(?:[^\w\s]{2,}\s*(?:BEGIN|START)\b.{0,60}|(?:BEGIN|START)(?: [A-Z]+){0,5}\s*:?)\s*$/i;
const ENDS = /^\s*(?:[^\w\s]{2,}\s*END\b.{0,60}|END(?: [A-Z]+){0,5}\s*)\s*$/i;
/** Marks are short lines. */
const isMark = (line: string, mark: RegExp): boolean =>
	line.length <= 120 && mark.test(line) && (!/[a-z]/.test(line) || /^\s*[^\w\s]{2}/.test(line));

/** `<page>` at the beginning of a line, which is closed on a later one. */
const TAG = /^\s*<([a-z][\w-]{0,40})(?:\s[^<>]{0,200})?>/i;

/** More kinds of tags than this are no pages that someone pasted. */
const MOST_TAGS = 50;

/** Without what stands between marks that say where a text begins and ends. Without an end it goes to the last line. */
export function withoutMarkedBlocks(text: string): string {
	const kept: string[] = [];
	let goesOn: ((line: string) => boolean) | undefined;
	const closedAt = new Map<string, number>();
	let start = 0;
	for (const line of text.split("\n")) {
		const end = start + line.length;
		start = end + 1;
		if (goesOn) {
			if (!goesOn(line)) goesOn = undefined;
			continue;
		}
		const tag = TAG.exec(line)?.[1];
		if (tag !== undefined) {
			const close = `</${tag}>`;
			if (!closedAt.has(tag) && closedAt.size < MOST_TAGS) closedAt.set(tag, text.lastIndexOf(close));
			if (!line.includes(close) && (closedAt.get(tag) ?? -1) > end) goesOn = (each) => !each.includes(close);
		} else if (isMark(line, BEGINS)) {
			goesOn = (each) => !isMark(each, ENDS);
		}
		kept.push(goesOn ? "" : line);
	}
	return kept.join("\n");
}

/** Quoted sentences are someone's words, also over several lines; quoted titles and names stay, without their quotes. */
export function withoutQuotations(text: string): string {
	return (
		text
			.replace(/"([^"\n]{0,300})"|(?<![\p{L}\d"])"(?=\S)[^"]*(?<=\S)"/gu, (whole, quoted?: string) => {
				if (quoted === undefined) return /\n\s*\n/.test(whole) ? GAP : " _ ";
				const words = quoted.trim().split(/\s+/);
				const isTitle = words.length <= 6 && !/\b(?:I|I'm|my|me|you|we)\b|[.!?]$/i.test(quoted);
				return isTitle ? quoted : " _ ";
			})
			// Each paragraph of a long quotation opens it again, and only the last closes it.
			.replace(/^[ \t]*"[^\n]*/gm, "")
	);
}
