import { HoldfastError } from "../../error/index.ts";

/** The parameters of a query string. A repeated parameter is a list, which few operations accept. */
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

/** Text that is not percent-encoded UTF-8 would be changed silently. */
export function checkEncoding(text: string): void {
	try {
		decodeURIComponent(text);
	} catch {
		throw new HoldfastError("invalid", "the URL: is not percent-encoded UTF-8");
	}
}
