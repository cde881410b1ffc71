/** Escapes text for HTML. */
export const plain = (text: unknown): string =>
	String(text)
		.replaceAll("&", "&amp;")
		.replaceAll("<", "&lt;")
		.replaceAll(">", "&gt;")
		.replaceAll('"', "&quot;");

/** Escapes text and formats `code` in it. */
export const prose = (text: unknown): string => plain(text).replaceAll(/`([^`]+)`/g, "<code>$1</code>");

/** A short type. Named shapes link to their description. */
export const linked = (type: string, shapes: ReadonlySet<string>): string =>
	plain(type).replaceAll(/\b[A-Z]\w+/g, (word) =>
		shapes.has(word) ? `<a href="#shape-${word}">${word}</a>` : word,
	);
