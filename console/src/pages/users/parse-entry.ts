/** Parses `key=value`; undefined if it is not of this form. */
export function parseEntry(text: string): { key: string; value: string } | undefined {
	const at = text.indexOf("=");
	const key = text.slice(0, at).trim();
	return at < 1 || key === "" ? undefined : { key, value: text.slice(at + 1).trim() };
}
