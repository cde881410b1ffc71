/*
 * Messages come from anybody. A terminal interprets escape sequences in them: they could clear the screen, set its title,
 * write to the clipboard, or disguise text. Therefore control characters are never printed as they are.
 */

/** Control characters except tab and line feed; marks that change the direction of text; separators that some programs treat as line ends. */
const OBEYED = /(?![\t\n])[\p{Cc}\p{Bidi_Control}\u2028\u2029\ufff9-\ufffb]/gu;
const LONE = /\p{Surrogate}/gu;

/** A visible form of a control character: ESC as ␛, others by their number. */
function picture(found: string): string {
	const code = found.charCodeAt(0);
	if (code < 0x20) return String.fromCharCode(0x2400 + code);
	if (code === 0x7f) return "\u2421";
	return `\\u${code.toString(16).padStart(4, "0")}`;
}

/** Text that is safe to print. Line feeds and tabs stay; CR LF becomes a line feed. */
export const neutralise = (text: string): string =>
	text.replaceAll("\r\n", "\n").replaceAll(OBEYED, picture).replaceAll(LONE, "\ufffd");

/** The same on one line, for a cell or a list. */
export const oneLine = (text: string): string =>
	neutralise(text)
		.replaceAll(/[\s\u00a0]+/g, " ")
		.trim();

/** JSON that is safe to print: control characters are written as `\u…`. The value is the same. */
export const safeJson = (value: unknown, indent?: number): string =>
	(JSON.stringify(value, undefined, indent) ?? "null").replaceAll(
		OBEYED,
		(found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, "0")}`,
	);
