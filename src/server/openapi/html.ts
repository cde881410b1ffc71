/** Text as it stands in a page. */
export const plain = (text: unknown): string =>
	String(text)
		.replaceAll("&", "&amp;")
		.replaceAll("<", "&lt;")
		.replaceAll(">", "&gt;")
		.replaceAll('"', "&quot;");

/** Text with `code` in it. */
export const prose = (text: unknown): string => plain(text).replaceAll(/`([^`]+)`/g, "<code>$1</code>");

/** A type in a few words; shapes that have a name lead to where they are told. */
export const linked = (type: string, shapes: ReadonlySet<string>): string =>
	plain(type).replaceAll(/\b[A-Z]\w+/g, (word) =>
		shapes.has(word) ? `<a href="#shape-${word}">${word}</a>` : word,
	);
