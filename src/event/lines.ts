import { HoldfastError } from "../error/index.ts";

/** No event that a store accepts is longer. */
const MAX_LINE = 64 * 1024 * 1024;

/**
 * Reads lines from chunks of text. A chunk may end anywhere, or be one line without its line feed. A chunk that
 * begins a line and is valid JSON counts as a whole line, because no part of an object is valid JSON. Each chunk is
 * read once, however many make up a line.
 */
export async function* linesOf(
	source: Iterable<unknown> | AsyncIterable<unknown>,
): AsyncGenerator<string, void, undefined> {
	let begun: string[] = [];
	let length = 0;
	for await (const piece of source) {
		const [first = "", ...others] = String(piece).split("\n");
		begun.push(first);
		length += first.length;
		for (const next of others) {
			yield begun.join("");
			begun = [next];
			length = next.length;
		}
		const [whole = ""] = begun;
		if (begun.length === 1 && whole.endsWith("}") && isJson(whole)) {
			yield whole;
			begun = [];
			length = 0;
		}
		if (length > MAX_LINE)
			throw new HoldfastError("limit_exceeded", `a line may have at most ${MAX_LINE} characters`, {
				limit: MAX_LINE,
			});
	}
	const rest = begun.join("");
	if (rest !== "") yield rest;
}

function isJson(text: string): boolean {
	try {
		JSON.parse(text);
		return true;
	} catch {
		return false;
	}
}
