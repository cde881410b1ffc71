export interface Exemption {
	/** The line of the comment. It covers the line after it. */
	line: number;
	reason: string;
}

/** `prose-ok` at the start of a comment: `//`, `/*`, `{/*`, `#` or an HTML comment that fills its line. */
const EXEMPTION = /^\s*(?:\/\/|\{?\/\*+|#|<!--)\s*prose-ok\b:?(.*?)\s*(?:\*\/\}?|-->)?\s*$/;
const FENCE = /^\s*(`{3,}|~{3,})/;

/** The exemptions of a file. Those in a code block of a Markdown page are examples. */
export function readExemptions(text: string, isMarkdown: boolean): Exemption[] {
	const exemptions: Exemption[] = [];
	let fence: string | undefined;
	for (const [index, source] of text.split("\n").entries()) {
		const mark = isMarkdown ? FENCE.exec(source)?.[1] : undefined;
		if (mark !== undefined) {
			if (fence === undefined) fence = mark;
			else if (mark.startsWith(fence)) fence = undefined;
			continue;
		}
		const match = fence === undefined ? EXEMPTION.exec(source) : null;
		if (match) exemptions.push({ line: index + 1, reason: (match[1] ?? "").trim() });
	}
	return exemptions;
}
