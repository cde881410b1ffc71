import type { Json } from "holdfast";

/** The type of an entered value: plain text or JSON. */
export type Sort = "text" | "json";

export interface Typed {
	sort: Sort;
	text: string;
}

export const typedOf = (value: Json | undefined): Typed =>
	value === undefined || typeof value === "string"
		? { sort: "text", text: value ?? "" }
		: { sort: "json", text: JSON.stringify(value, undefined, 2) };

/** The entered value, or an error message with examples. */
export function parseValue({ sort, text }: Typed): { value: Json } | { wrong: string } {
	if (sort === "text") return { value: text };
	try {
		return { value: JSON.parse(text) as Json };
	} catch (error) {
		const said = error instanceof Error ? error.message : String(error);
		return {
			wrong: `Not valid JSON (${said}). Examples: 42, true, ["a", "b"], {"city": "Porto"}. For plain text, choose Text.`,
		};
	}
}
