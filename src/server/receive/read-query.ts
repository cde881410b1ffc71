import { HoldfastError } from "../../error/index.ts";

/** The parameters of a query string. One that is given more than once is a list, which few operations take. */
export function readQuery(search: string): Record<string, string | string[]> {
	const query: Record<string, string | string[]> = Object.create(null);
	if (search === "") return query;
	if (search.includes("%")) checkEncoding(search);
	for (const [name, value] of new URLSearchParams(search)) {
		const before = query[name];
		query[name] = before === undefined ? value : [before, value].flat();
	}
	return query;
}

/** What is not percent-encoded UTF-8 would be changed in silence. */
export function checkEncoding(text: string): void {
	try {
		decodeURIComponent(text);
	} catch {
		throw new HoldfastError("invalid", "the URL: is not percent-encoded UTF-8");
	}
}
